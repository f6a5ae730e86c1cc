-- Sends the claims of a file, a line each ("address proof"), over all connections of wrk, and
-- says so after the last answer.
local BOUNDARY = "clinicbench"
local IDS = {lib_version = "4.4.1", service_id = "clinic", template_id = "discount", user_id = "website"}
-- wrk asks once for a request that it only looks at.
local waiting, sent, answered, refused = {}, -1, 0, 0
local spoken = ""

local function field(name, value)
  return "--" .. BOUNDARY .. '\r\nContent-Disposition: form-data; name="' .. name .. '"\r\n\r\n' .. value .. "\r\n"
end

function init(arguments)
  local fixed = ""
  for name, value in pairs(IDS) do fixed = fixed .. field(name, value) end
  local headers = {["Content-Type"] = "multipart/form-data; boundary=" .. BOUNDARY}
  for line in io.lines(arguments[1]) do
    local address, proof = line:match("^(%S+) (%S+)$")
    local body = field("email", address) .. field("proof", proof) .. fixed .. "--" .. BOUNDARY .. "--\r\n"
    waiting[#waiting + 1] = wrk.format("POST", "/api/v1.0/email/send-form", headers, body)
  end
end

function request()
  sent = sent + 1
  -- Connections that are free while others still wait for their last answer ask for something that costs nothing.
  return waiting[sent] or wrk.format("GET", "/robots.txt")
end

function response(status, _, body)
  if body == "OK" then
    answered = answered + 1
  elseif status ~= 200 then
    refused, spoken = refused + 1, body
  end
  if answered + refused == #waiting then
    io.stdout:write("claims " .. answered .. " refused " .. refused .. " " .. spoken .. "\n")
    io.stdout:flush()
  end
end
