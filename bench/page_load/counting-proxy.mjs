// A TCP proxy that counts every byte sent to the browser, including headers, prefetches and service worker requests.
// The browser's own figures leave some of these out.
import { connect, createServer } from "node:net";

/** `origin` is the proxy's address for the browser; `bytesSent()` is the total so far. */
export async function startCountingProxy(port, scheme) {
  let bytes = 0;
  const proxy = createServer((client) => {
    const server = connect(port, "127.0.0.1");
    server.on("data", (chunk) => {
      bytes += chunk.length;
    });
    server.pipe(client);
    client.pipe(server);
    server.on("error", () => client.destroy());
    client.on("error", () => server.destroy());
  });
  await new Promise((listening) => proxy.listen(0, "127.0.0.1", listening));
  return {
    origin: `${scheme}://127.0.0.1:${proxy.address().port}`,
    bytesSent: () => bytes,
    close: () => proxy.close(),
  };
}
