import { connect } from 'node:net';

export type Address = { path: string } | { host: string; port: number };

/** Whether the answer to this question begins as expected, within a second. */
export function answersWith(address: Address, question: string, expected: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const finish = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('data', (data) => finish(data.toString().startsWith(expected)));
    socket.once('close', () => finish(false));
    socket.write(question);
  });
}
