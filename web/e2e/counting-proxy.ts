// A proxy in front of the server that counts the bytes it sends: also those that the browser's tools do not see, such as the
// requests of a service worker.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type CountingProxy = {
  address: string;
  /** Bytes sent to the browser, headers included. */
  sent(): number;
  close(): Promise<void>;
};

export async function startCountingProxy(server: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(server);
  const open = new Set<Socket>();
  let bytes = 0;
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => open.delete(from));
      from.pipe(to);
    }
    upstream.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    sent: () => bytes,
    async close() {
      for (const socket of open) socket.destroy();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
