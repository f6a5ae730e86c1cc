// A door in front of a server that counts every byte going out to the browser: headers, service worker and what is
// fetched ahead included, which the browser's own tools tell only in part.
import { connect, createServer } from "node:net";

/** `address` is where to knock, `sent()` how many bytes have gone out through it so far. */
export async function openDoor(port) {
  let bytes = 0;
  const server = createServer((visitor) => {
    const house = connect(port, "127.0.0.1");
    house.on("data", (chunk) => {
      bytes += chunk.length;
    });
    house.pipe(visitor);
    visitor.pipe(house);
    for (const [one, other] of [[house, visitor], [visitor, house]]) one.on("error", () => other.destroy());
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    sent: () => bytes,
    close: () => server.close(),
  };
}
