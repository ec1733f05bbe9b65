import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** How many connections were lost, closed or refused so far. */
  readonly countInterrupted: () => number;
  /** Stops forwarding in both directions, and leaves all connections open. Accepts new ones, equally silent. */
  readonly silence: () => void;
  /** Closes all connections, and new ones at once, as if the server were down. */
  readonly refuse: () => void;
  /** Forwards new connections again. Those that were open during the silence stay silent, as after a failover. */
  readonly restore: () => void;
  readonly close: () => Promise<void>;
}

/** A proxy between a client and a server on this machine, which can lose connections silently. */
export async function startTcpProxy(serverPort: number): Promise<TcpProxy> {
  let isSilent = false;
  let isRefusing = false;
  let interrupted = 0;
  const sockets = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  const forward = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (bytes) => lost.has(from) || to.write(bytes));
    from.on('close', () => {
      sockets.delete(from);
      if (!lost.has(from)) to.destroy();
    });
    from.on('error', () => undefined);
  };
  const server = createServer((client) => {
    client.on('error', () => undefined);
    if (isSilent || isRefusing) interrupted += 1;
    if (isRefusing) return void client.resetAndDestroy();
    const upstream = connect(serverPort, '127.0.0.1');
    if (isSilent) [client, upstream].forEach((socket) => lost.add(socket));
    forward(client, upstream);
    forward(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    countInterrupted: () => interrupted,
    silence: () => {
      isSilent = true;
      // Each connection has two sockets.
      interrupted += sockets.size / 2;
      sockets.forEach((socket) => lost.add(socket));
    },
    refuse: () => {
      isRefusing = true;
      interrupted += sockets.size / 2;
      sockets.forEach((socket) => socket.destroy());
    },
    restore: () => {
      isSilent = false;
      isRefusing = false;
    },
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}
