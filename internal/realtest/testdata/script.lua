-- Something of everything: what it prints must not depend on addresses or time.
print(_VERSION, runs)

-- strings
print(("%5.2f|%-6s|%q|%x|%g"):format(3.14159, "ab", "a\nb\0c", 255, 1e100))
print(("the quick brown fox"):gsub("%w+", function(w) return w:sub(1, 1):upper() .. w:sub(2) end))
print(("key = value"):match("^(%w+)%s*=%s*(%w+)$"))
print(#string.pack("<i4z", 7, "seven"), string.unpack("<i4z", string.pack("<i4z", 7, "seven")))
print(utf8.char(72, 228, 8364), utf8.len("Hä€"))

-- tables
local t = {}
for i = 1, 2000 do t[i] = (i * 7919) % 2003 end
table.sort(t, function(a, b) return a > b end)
print(t[1], t[1000], t[2000], #t, select("#", table.unpack(t, 1, 200)))
print(table.concat(table.move({1, 2, 3, 4, 5}, 2, 5, 1), ","))
local keys = {}
for k in pairs({one = 1, two = 2, three = 3, four = 4}) do keys[#keys + 1] = k end
table.sort(keys)
print(table.concat(keys, " "))

-- mathematics, integer and real
print(math.sin(1), math.exp(1), math.log(10), math.sqrt(2), math.pi, math.fmod(7, 3), 7 // 2, -7 // 2, 7 % -3, 2 ^ 0.5)
print(math.maxinteger + 1 == math.mininteger, 1 << 62, 0xff ~ 0x0f, math.tointeger(3.0), math.type(1), math.type(1.0))
local sum = 0
for i = 1, 100000 do sum = sum + math.floor(math.sin(i) * 1000) end
print(sum)

-- coroutines
local function generate(n)
  return coroutine.wrap(function()
    local function permute(a, k)
      if k == 0 then coroutine.yield(table.concat(a)) end
      for i = 1, k do
        a[i], a[k] = a[k], a[i]
        permute(a, k - 1)
        a[i], a[k] = a[k], a[i]
      end
    end
    permute(n, #n)
  end)
end
local all = {}
for p in generate({"a", "b", "c", "d"}) do all[#all + 1] = p end
print(#all, all[1], all[24])
local co = coroutine.create(function(a) local b = coroutine.yield(a + 1) error({code = b}) end)
print(coroutine.resume(co, 1))
local ok, err = coroutine.resume(co, 42)
print(ok, type(err), err.code, coroutine.status(co))

-- errors: longjmp through frames of loaded code
print(pcall(error, "boom"))
print(pcall(function() local x = nil; return x.y end))
print(select(2, xpcall(function() error("deep") end, function(m) return "handled: " .. m end)))
local function recurse(n) return n == 0 and error("bottom", 0) or 1 + recurse(n - 1) end
print(pcall(recurse, 150))
print(pcall(string.rep, "x", -1), (pcall(string.rep)))
local depth = 0
print((pcall(function() local function f() depth = depth + 1; return 1 + f() end return f() end)), depth > 1000)

-- objects and garbage
local A = setmetatable({}, {__index = function(_, k) return k .. "!" end, __call = function(_, x) return x * 2 end})
print(A.hello, A(21))
local closed = {}
do
  local c <close> = setmetatable({}, {__close = function() closed[1] = "closed" end})
end
local weak = setmetatable({}, {__mode = "v"})
for i = 1, 100 do weak[i] = {} end
collectgarbage()
print(closed[1], #weak)
print(load("return ...", "chunk", "t")(1, 2, 3))
print(load("syntax error here"))
