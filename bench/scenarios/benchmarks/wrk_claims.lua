-- wrk script: sends one claim per line of a file ("address proof") over all connections and prints a summary after the
-- last response.
local BOUNDARY = "clinicbench"
local IDS = {lib_version = "4.4.1", service_id = "clinic", template_id = "discount", user_id = "website"}
-- Starts at -1: wrk calls request() once before the test to inspect a request that it does not send.
local sent = -1
local requests, accepted, refused, last_refusal = {}, 0, 0, ""

local function field(name, value)
  return "--" .. BOUNDARY .. '\r\nContent-Disposition: form-data; name="' .. name .. '"\r\n\r\n' .. value .. "\r\n"
end

function init(arguments)
  local id_fields = ""
  for name, value in pairs(IDS) do id_fields = id_fields .. field(name, value) end
  local headers = {["Content-Type"] = "multipart/form-data; boundary=" .. BOUNDARY}
  for line in io.lines(arguments[1]) do
    local address, proof = line:match("^(%S+) (%S+)$")
    local body = field("email", address) .. field("proof", proof) .. id_fields .. "--" .. BOUNDARY .. "--\r\n"
    requests[#requests + 1] = wrk.format("POST", "/api/v1.0/email/send-form", headers, body)
  end
end

function request()
  sent = sent + 1
  -- When all claims are sent, idle connections request a cheap file until the last response has arrived.
  return requests[sent] or wrk.format("GET", "/robots.txt")
end

function response(status, _, body)
  if body == "OK" then
    accepted = accepted + 1
  elseif status ~= 200 then
    refused, last_refusal = refused + 1, body
  end
  if accepted + refused == #requests then
    io.stdout:write("claims " .. accepted .. " refused " .. refused .. " " .. last_refusal .. "\n")
    io.stdout:flush()
  end
end
