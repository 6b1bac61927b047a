//go:build cgo && (linux || windows)

// Written by go test -run '^TestShims$' -update.

#include "bridge.h"
#include "_cgo_export.h"

rtdyld_status rtdyld_memory_free(rtdyld_memory *memory, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_memory_free(memory, error);
}

rtdyld_status rtdyld_linker_create(const rtdyld_options *options, rtdyld_linker **linker, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (linker)
			memset(linker, 0, sizeof *linker);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_create(options, linker, error);
}

rtdyld_status rtdyld_linker_free(rtdyld_linker *linker, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_free(linker, error);
}

rtdyld_status rtdyld_linker_cancel(rtdyld_linker *linker, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_cancel(linker, error);
}

rtdyld_status rtdyld_linker_add_object_memory(rtdyld_linker *linker, const char *name, const void *data, size_t length,
                                              rtdyld_object **object, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (object)
			memset(object, 0, sizeof *object);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_add_object_memory(linker, name, data, length, object, error);
}

rtdyld_status rtdyld_linker_add_object_file(rtdyld_linker *linker, const char *path, rtdyld_object **object,
                                            rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (object)
			memset(object, 0, sizeof *object);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_add_object_file(linker, path, object, error);
}

rtdyld_status rtdyld_linker_add_archive_memory(rtdyld_linker *linker, const char *name, const void *data, size_t length,
                                               rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_add_archive_memory(linker, name, data, length, error);
}

rtdyld_status rtdyld_linker_add_archive_file(rtdyld_linker *linker, const char *path, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_add_archive_file(linker, path, error);
}

rtdyld_status rtdyld_linker_add(rtdyld_linker *linker, const rtdyld_input *const *inputs, size_t count,
                                rtdyld_object **objects, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (objects)
			memset(objects, 0, count * sizeof *objects);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_add(linker, inputs, count, objects, error);
}

rtdyld_status rtdyld_linker_add_alone(rtdyld_linker *linker, const rtdyld_resolver *resolver,
                                      const rtdyld_input *const *inputs, size_t count, rtdyld_object **objects,
                                      rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (objects)
			memset(objects, 0, count * sizeof *objects);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_add_alone(linker, resolver, inputs, count, objects, error);
}

rtdyld_status rtdyld_linker_link_alone(rtdyld_linker *linker, const rtdyld_resolver *resolver,
                                       const rtdyld_input *const *inputs, size_t count, rtdyld_object **objects,
                                       rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (objects)
			memset(objects, 0, count * sizeof *objects);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_link_alone(linker, resolver, inputs, count, objects, error);
}

rtdyld_status rtdyld_linker_need(rtdyld_linker *linker, const char *name, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_need(linker, name, error);
}

rtdyld_status rtdyld_linker_map_local(rtdyld_linker *linker, const void *local, uint64_t address, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_map_local(linker, local, address, error);
}

rtdyld_status rtdyld_linker_resolve(rtdyld_linker *linker, rtdyld_object *const *objects, size_t count,
                                    rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_resolve(linker, objects, count, error);
}

rtdyld_status rtdyld_linker_finalize(rtdyld_linker *linker, rtdyld_object *const *objects, size_t count,
                                     rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_finalize(linker, objects, count, error);
}

rtdyld_status rtdyld_linker_address(rtdyld_linker *linker, const char *name, uint64_t *address, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (address)
			memset(address, 0, sizeof *address);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_address(linker, name, address, error);
}

rtdyld_status rtdyld_linker_lookup(rtdyld_linker *linker, const char *name, rtdyld_definition *definition,
                                   rtdyld_object **object, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (object)
			memset(object, 0, sizeof *object);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_lookup(linker, name, definition, object, error);
}

rtdyld_status rtdyld_linker_unload(rtdyld_linker *linker, rtdyld_object *const *objects, size_t count,
                                   rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_unload(linker, objects, count, error);
}

rtdyld_status rtdyld_linker_tools(rtdyld_linker *linker, uint32_t tools, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_tools(linker, tools, error);
}

rtdyld_status rtdyld_linker_detach(rtdyld_linker *linker, rtdyld_object *const *objects, size_t count,
                                   rtdyld_detached **detached, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (detached)
			memset(detached, 0, count * sizeof *detached);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_detach(linker, objects, count, detached, error);
}

rtdyld_status rtdyld_detached_release(rtdyld_detached *detached, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_detached_release(detached, error);
}

rtdyld_status rtdyld_object_name(rtdyld_object *object, char **name, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (name)
			memset(name, 0, sizeof *name);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_object_name(object, name, error);
}

rtdyld_status rtdyld_object_user(rtdyld_object *object, void **user, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (user)
			memset(user, 0, sizeof *user);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_object_user(object, user, error);
}

rtdyld_status rtdyld_object_state(rtdyld_object *object, rtdyld_state *state, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (state)
			memset(state, 0, sizeof *state);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_object_state(object, state, error);
}

rtdyld_status rtdyld_object_map_section(rtdyld_object *object, uint32_t section, uint64_t address, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_object_map_section(object, section, address, error);
}

rtdyld_status rtdyld_object_read(rtdyld_object *object, uint32_t section, uint64_t offset, void *buffer, size_t length,
                                 rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_object_read(object, section, offset, buffer, length, error);
}

rtdyld_status rtdyld_engine_create(const rtdyld_options *options, rtdyld_engine **engine, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (engine)
			memset(engine, 0, sizeof *engine);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_engine_create(options, engine, error);
}

rtdyld_status rtdyld_engine_free(rtdyld_engine *engine, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_engine_free(engine, error);
}

rtdyld_status rtdyld_engine_cancel(rtdyld_engine *engine, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_engine_cancel(engine, error);
}

rtdyld_status rtdyld_engine_add(rtdyld_engine *engine, const rtdyld_input *input, rtdyld_module **module,
                                rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (module)
			memset(module, 0, sizeof *module);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_engine_add(engine, input, module, error);
}

rtdyld_status rtdyld_engine_add_object_memory(rtdyld_engine *engine, const char *name, const void *data, size_t length,
                                              rtdyld_module **module, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (module)
			memset(module, 0, sizeof *module);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_engine_add_object_memory(engine, name, data, length, module, error);
}

rtdyld_status rtdyld_engine_add_object_file(rtdyld_engine *engine, const char *path, rtdyld_module **module,
                                            rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (module)
			memset(module, 0, sizeof *module);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_engine_add_object_file(engine, path, module, error);
}

rtdyld_status rtdyld_engine_add_archive_memory(rtdyld_engine *engine, const char *name, const void *data, size_t length,
                                               rtdyld_module **module, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (module)
			memset(module, 0, sizeof *module);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_engine_add_archive_memory(engine, name, data, length, module, error);
}

rtdyld_status rtdyld_engine_add_archive_file(rtdyld_engine *engine, const char *path, rtdyld_module **module,
                                             rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (module)
			memset(module, 0, sizeof *module);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_engine_add_archive_file(engine, path, module, error);
}

rtdyld_status rtdyld_engine_load(rtdyld_engine *engine, rtdyld_module *const *modules, size_t count,
                                 rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_engine_load(engine, modules, count, error);
}

rtdyld_status rtdyld_engine_finalize(rtdyld_engine *engine, rtdyld_module *const *modules, size_t count,
                                     rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_engine_finalize(engine, modules, count, error);
}

rtdyld_status rtdyld_engine_lookup(rtdyld_engine *engine, const char *name, uint64_t *address, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (address)
			memset(address, 0, sizeof *address);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_engine_lookup(engine, name, address, error);
}

rtdyld_status rtdyld_engine_enter(rtdyld_engine *engine, uint64_t *call, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (call)
			memset(call, 0, sizeof *call);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_engine_enter(engine, call, error);
}

rtdyld_status rtdyld_engine_leave(rtdyld_engine *engine, uint64_t call, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_engine_leave(engine, call, error);
}

rtdyld_status rtdyld_engine_remove(rtdyld_engine *engine, rtdyld_module *const *modules, size_t count, int64_t timeout,
                                   rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_engine_remove(engine, modules, count, timeout, error);
}

rtdyld_status rtdyld_engine_replace(rtdyld_engine *engine, rtdyld_module *old, const rtdyld_input *input,
                                    rtdyld_module **module, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (module)
			memset(module, 0, sizeof *module);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_engine_replace(engine, old, input, module, error);
}

rtdyld_status rtdyld_engine_tools(rtdyld_engine *engine, uint32_t tools, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_engine_tools(engine, tools, error);
}

rtdyld_status rtdyld_engine_detach(rtdyld_engine *engine, rtdyld_module *const *modules, size_t count,
                                   rtdyld_detached **detached, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (detached)
			memset(detached, 0, count * sizeof *detached);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_engine_detach(engine, modules, count, detached, error);
}

rtdyld_status rtdyld_module_name(rtdyld_module *module, char **name, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (name)
			memset(name, 0, sizeof *name);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_module_name(module, name, error);
}

rtdyld_status rtdyld_module_state(rtdyld_module *module, rtdyld_state *state, rtdyld_error **reason,
                                  rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (state)
			memset(state, 0, sizeof *state);
		if (reason)
			memset(reason, 0, sizeof *reason);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_module_state(module, state, reason, error);
}

rtdyld_status rtdyld_module_user(rtdyld_module *module, void **user, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (user)
			memset(user, 0, sizeof *user);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_module_user(module, user, error);
}

rtdyld_status rtdyld_linker_save(rtdyld_linker *linker, rtdyld_object *const *objects, size_t count,
                                 const rtdyld_save_options *options, const char *path, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_save(linker, objects, count, options, path, error);
}

rtdyld_status rtdyld_linker_map_image(rtdyld_linker *linker, const char *path, uint32_t flags, rtdyld_object **object,
                                      rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (object)
			memset(object, 0, sizeof *object);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_map_image(linker, path, flags, object, error);
}

rtdyld_status rtdyld_linker_map_image_memory(rtdyld_linker *linker, const char *name, const void *data, size_t length,
                                             uint32_t flags, rtdyld_object **object, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (object)
			memset(object, 0, sizeof *object);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_linker_map_image_memory(linker, name, data, length, flags, object, error);
}

rtdyld_status rtdyld_template_create(const rtdyld_input *input, const rtdyld_template_options *options, rtdyld_template **out,
                                     rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (out)
			memset(out, 0, sizeof *out);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_template_create(input, options, out, error);
}

rtdyld_status rtdyld_template_free(rtdyld_template *from, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_template_free(from, error);
}

rtdyld_status rtdyld_template_instantiate(rtdyld_template *from, const uint64_t *values, size_t count, rtdyld_instance *instances,
                                          rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_template_instantiate(from, values, count, instances, error);
}

rtdyld_status rtdyld_template_symbol(rtdyld_template *from, const rtdyld_instance *instance, const char *name, uint64_t *address,
                                     rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (address)
			memset(address, 0, sizeof *address);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_template_symbol(from, instance, name, address, error);
}

rtdyld_status rtdyld_template_release(rtdyld_template *from, const rtdyld_instance *instances, size_t count, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_template_release(from, instances, count, error);
}

rtdyld_status rtdyld_executor_create(const rtdyld_executor_options *options, rtdyld_executor **executor, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (executor)
			memset(executor, 0, sizeof *executor);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_executor_create(options, executor, error);
}

rtdyld_status rtdyld_executor_free(rtdyld_executor *executor, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_executor_free(executor, error);
}

rtdyld_status rtdyld_executor_create_linker(rtdyld_executor *executor, const rtdyld_options *options, rtdyld_linker **linker,
                                            rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (linker)
			memset(linker, 0, sizeof *linker);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_executor_create_linker(executor, options, linker, error);
}

rtdyld_status rtdyld_executor_create_engine(rtdyld_executor *executor, const rtdyld_options *options, rtdyld_engine **engine,
                                            rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (engine)
			memset(engine, 0, sizeof *engine);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_executor_create_engine(executor, options, engine, error);
}

rtdyld_status rtdyld_executor_call(rtdyld_executor *executor, uint64_t address, const rtdyld_signature *signature,
                                   const uint64_t *arguments, int64_t timeout, uint64_t *result, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (result)
			memset(result, 0, sizeof *result);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_executor_call(executor, address, signature, arguments, timeout, result, error);
}

rtdyld_status rtdyld_executor_main(rtdyld_executor *executor, uint64_t address, const char *const *arguments, size_t count,
                                   int64_t timeout, int32_t *result, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (result)
			memset(result, 0, sizeof *result);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_executor_main(executor, address, arguments, count, timeout, result, error);
}

rtdyld_status rtdyld_executor_read(rtdyld_executor *executor, uint64_t address, void *buffer, size_t length, rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_executor_read(executor, address, buffer, length, error);
}

rtdyld_status rtdyld_executor_write(rtdyld_executor *executor, uint64_t address, const void *data, size_t length,
                                    rtdyld_error **error)
{
	if (rtdyldx_forked) {
		return rtdyldx_refuse(error);
	}
	return rtdyldx_executor_write(executor, address, data, length, error);
}

rtdyld_status rtdyld_executor_ended(rtdyld_executor *executor, rtdyld_executor_state *state, rtdyld_error **reason,
                                    rtdyld_error **error)
{
	if (rtdyldx_forked) {
		if (reason)
			memset(reason, 0, sizeof *reason);
		return rtdyldx_refuse(error);
	}
	return rtdyldx_executor_ended(executor, state, reason, error);
}
