import { connect } from 'node:net';

export type Address = { path: string } | { host: string; port: number };

const TIMEOUT_MS = 1_000;

/** Sends `request` and returns whether the response starts with `expectedPrefix`. False after one second. */
export function respondsWith(address: Address, request: string, expectedPrefix: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const finish = (result: boolean): void => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(TIMEOUT_MS, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('data', (data) => finish(data.toString().startsWith(expectedPrefix)));
    socket.once('close', () => finish(false));
    socket.write(request);
  });
}
