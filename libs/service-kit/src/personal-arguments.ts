import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

let lines: AsyncIterator<string> | undefined;

/** Reads the next line of standard input; on a terminal, asks the question first. At its end, returns ''. */
export async function readInputLine(question: string): Promise<string> {
  // Input from a file has neither `ref` nor `unref`, and does not keep the process alive.
  const stdin: NodeJS.ReadableStream & Partial<Pick<NodeJS.ReadStream, 'isTTY' | 'ref' | 'unref'>> =
    process.stdin;
  if (stdin.isTTY) process.stderr.write(question);
  // One reader for all lines, because another one would miss the lines that this one has read ahead.
  lines ??= createInterface({ input: stdin })[Symbol.asyncIterator]();
  stdin.ref?.();
  const line = await lines.next();
  stdin.unref?.();
  return line.done === true ? '' : line.value;
}

async function readPersonal(argument: string, label: string): Promise<string> {
  if (argument === '-') return readInputLine(`${label}: `);
  if (argument.startsWith('@')) return (await readFile(argument.slice(1), 'utf8')).split('\n', 1)[0] ?? '';
  return argument;
}

/**
 * Replaces arguments that name a person, because everybody on a machine can read the arguments of its
 * processes: `-` becomes the next line of standard input, `@FILE` the first line of a file. With `flags`,
 * only their values are replaced.
 */
export async function readPersonalArguments(
  args: readonly string[],
  flags?: readonly string[],
): Promise<string[]> {
  const read: string[] = [];
  for (const [index, argument] of args.entries()) {
    const previous = args[index - 1] ?? '';
    const [flag = '', value] = argument.split(/=(.*)/s, 2);
    if (flags?.includes(flag) === true && value !== undefined)
      read.push(`${flag}=${await readPersonal(value, flag)}`);
    else if (flags === undefined || flags.includes(previous))
      read.push(await readPersonal(argument, previous.startsWith('--') ? previous : 'Email'));
    else read.push(argument);
  }
  return read;
}
