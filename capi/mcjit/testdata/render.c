/* Draws with OpenGL ES by EGL without a screen and prints a hash of the pixels of each frame, with the name of what draws. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>

#include <stdio.h>
#include <stdlib.h>

enum { Size = 256 };

static void check(int good, const char *what)
{
	if (!good) {
		fprintf(stderr, "render: %s\n", what);
		exit(1);
	}
}

static GLuint shader(GLenum type, const char *source)
{
	GLint good;
	GLuint s = glCreateShader(type);
	glShaderSource(s, 1, &source, NULL);
	glCompileShader(s);
	glGetShaderiv(s, GL_COMPILE_STATUS, &good);
	check(good, "shader");
	return s;
}

static void start(void)
{
	static const EGLint config[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8,
	                                EGL_BLUE_SIZE, 8, EGL_NONE};
	static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE}, size[] = {EGL_WIDTH, Size, EGL_HEIGHT, Size, EGL_NONE};
	PFNEGLGETPLATFORMDISPLAYEXTPROC platform = (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
	EGLConfig c;
	EGLint n = 0;
	check(platform != NULL, "no platforms");
	EGLDisplay d = platform(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	check(eglInitialize(d, NULL, NULL), "no display");
	check(eglChooseConfig(d, config, &c, 1, &n) && n == 1, "no configuration");
	eglBindAPI(EGL_OPENGL_ES_API);
	EGLContext context = eglCreateContext(d, c, EGL_NO_CONTEXT, version);
	EGLSurface s = eglCreatePbufferSurface(d, c, size);
	check(eglMakeCurrent(d, s, s, context), "no context");
}

int main(void)
{
	static const float corners[] = {-1, -1, 1, -1, 0, 1};
	static unsigned char pixels[Size * Size * 4];
	start();
	printf("%.8s\n", glGetString(GL_RENDERER));
	GLuint p = glCreateProgram();
	glAttachShader(p, shader(GL_VERTEX_SHADER, "attribute vec2 a; varying vec2 v; uniform float t;"
	                                           "void main() { v = a * sin(t) + cos(a.yx * 3.); gl_Position = vec4(a, 0., 1.); }"));
	glAttachShader(p, shader(GL_FRAGMENT_SHADER, "precision highp float; varying vec2 v; uniform float t;"
	                                             "void main() { float s = 0.; for (int i = 0; i < 8; i++) s += sin(v.x * float(i) + t) * cos(v.y * float(i));"
	                                             "gl_FragColor = vec4(fract(s), exp2(-abs(s)), pow(abs(v.x), 1.7), 1.); }"));
	glBindAttribLocation(p, 0, "a");
	glLinkProgram(p);
	glUseProgram(p);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
	glEnableVertexAttribArray(0);
	for (int frame = 0; frame < 4; frame++) {
		glUniform1f(glGetUniformLocation(p, "t"), (float)frame * 0.7f);
		if (frame & 1)
			glEnable(GL_BLEND), glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_DST_COLOR);
		else
			glDisable(GL_BLEND);
		glClear(GL_COLOR_BUFFER_BIT);
		glDrawArrays(GL_TRIANGLES, 0, 3);
		glReadPixels(0, 0, Size, Size, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
		unsigned long hash = 14695981039346656037ul;
		for (size_t i = 0; i < sizeof pixels; i++)
			hash = (hash ^ pixels[i]) * 1099511628211ul;
		printf("%d %016lx\n", frame, hash);
	}
	eglTerminate(eglGetCurrentDisplay());
	return 0;
}
