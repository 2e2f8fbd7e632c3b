local list = {}
for i = 1, 200 do list[i] = {key = "k" .. i, value = (i * 37) % 101} end
table.sort(list, function(a, b) return a.value < b.value end)
print(#list, twice(21), string.format("%5.2f %s %q", 3.14159, list[1].key, "a\n"))
print(("hello world"):gsub("o", {o = "0"}), ("x=1, y=2"):match("(%w+)=(%w+)"))
for word in ("one two three"):gmatch("%a+") do io.write(word, " ") end
local meta = {__index = function(_, k) return k .. "!" end, __add = function(a, b) return a.n + b.n end,
  __gc = function() end, __close = function() end, __tostring = function() return "object" end}
local object = setmetatable({n = 1}, meta)
print(object.missing, object + object, tostring(object))
local thread = coroutine.create(function(a) local b = coroutine.yield(a + 1); error({code = b}) end)
print(coroutine.resume(thread, 1), coroutine.resume(thread, 2))
print(pcall(error, "message"), select("#", table.unpack({1, 2, 3})), math.max(1, 5), math.floor(2.5))
do local closed <close> = object end
local chunk = load("return ...", "chunk", "t", {})
print(chunk(5), xpcall(function() local x = nil; return x.y end, debug.traceback))
print(string.pack("<i4", 7):byte(1, -1), utf8.char(228, 8364), os.time() > 0, os.date("%Y") ~= nil)
local file = io.tmpfile(); file:write("line 1\nline 2\n"); file:seek("set")
for line in file:lines() do print(line) end
file:close()
print(string.dump(function() return 1 end) ~= nil, collectgarbage("count") > 0, collectgarbage("step"))
collectgarbage("generational"); collectgarbage()
print(require("string") == string, pcall(require, "nothing"), next({}), rawequal(list, list))
