import { spawn } from 'node:child_process';

const ANSWER_TIMEOUT_MS = 1_500;
const PULL_TIMEOUT_MS = 300_000;
const BUILD_TIMEOUT_MS = 1_800_000;
const LIST_TIMEOUT_MS = 120_000;
const LAST_LINES = 20;

interface Outcome {
  readonly isOk: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[], timeoutMs: number, input = ''): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn('docker', args, { timeout: timeoutMs, killSignal: 'SIGKILL' });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
    // A missing program, or one that ends before it has read its input.
    child.stdin.on('error', () => undefined);
    child.once('error', () => resolve({ isOk: false, ...output }));
    child.once('close', (code) => resolve({ isOk: code === 0, ...output }));
    child.stdin.end(input);
  });
}

const lastLines = (text: string): string => text.trim().split('\n').slice(-LAST_LINES).join('\n');

export const doesDockerAnswer = async (): Promise<boolean> =>
  (await run(['version', '--format', '{{.Server.Version}}'], ANSWER_TIMEOUT_MS)).isOk;

/** Whether the image is here or can be pulled. */
export const isImageAvailable = async (image: string): Promise<boolean> =>
  (await run(['image', 'inspect', '--format', '{{.Id}}', image], ANSWER_TIMEOUT_MS)).isOk ||
  (await run(['pull', '--quiet', image], PULL_TIMEOUT_MS)).isOk;

/** @throws Error with the end of the output if the build fails */
export async function buildImage(folder: string, tag: string): Promise<void> {
  const { isOk, stdout, stderr } = await run(['build', '--quiet', '--tag', tag, folder], BUILD_TIMEOUT_MS);
  if (!isOk) throw new Error(`The image could not be built:\n${lastLines(`${stdout}\n${stderr}`)}`);
}

/**
 * Runs a Node program inside the image, without a network or rights, and returns its output.
 *
 * @throws Error with the end of the output if it fails
 */
export async function runInImage(image: string, program: string): Promise<string> {
  const restrictions = ['--network', 'none', '--read-only', '--cap-drop', 'ALL', '--no-healthcheck'];
  const args = [
    'run',
    '--rm',
    '--interactive',
    ...restrictions,
    '--entrypoint',
    'node',
    image,
    '--input-type=module',
    '-',
  ];
  const { isOk, stdout, stderr } = await run(args, LIST_TIMEOUT_MS, program);
  if (!isOk) throw new Error(`The packages of ${image} could not be listed:\n${lastLines(stderr)}`);
  return stdout;
}
