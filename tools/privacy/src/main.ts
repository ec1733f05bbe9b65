import { readPersonalArguments } from '@desk/service-kit';
import { type CallService, createCallService } from './call-service.js';
import { confirm } from './confirm.js';
import { eraseAgent, isFinished } from './erase-agent.js';
import { eraseConsumer } from './erase-consumer.js';
import { exportAgent } from './export-agent.js';
import { exportConsumer } from './export-consumer.js';
import { type Options, parseOptions, PERSONAL_FLAGS } from './options.js';
import { describeAgentErasure } from './report-agent.js';
import { describeErasure } from './report.js';
import { writePrivateFile } from './write-private-file.js';

/** How long to wait for charges and deliveries in progress. */
const TIMEOUT_MS = 30_000;
const UNFINISHED = 3;
/** As the name of a file. In a container, the root file system cannot be written to. */
const STANDARD_OUTPUT = '-';

const QUESTION = 'Erase this person everywhere? This cannot be undone. Type yes: ';

const toText = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

async function runExport({ subject, output }: Options, call: CallService): Promise<void> {
  if (subject.kind === 'consumer') {
    await writeExport(await exportConsumer(subject.person, call), output ?? STANDARD_OUTPUT);
    return;
  }
  const { id, document } = await exportAgent(subject.agent, call);
  await writeExport(document, output ?? `agent-${id}.json`);
}

async function writeExport(document: object, file: string): Promise<void> {
  if (file === STANDARD_OUTPUT) {
    process.stdout.write(toText(document));
    return;
  }
  await writePrivateFile(file, toText(document));
  console.log(`Written to ${file}.`);
}

async function runErasure({ subject, isConfirmed }: Options, call: CallService): Promise<void> {
  if (!isConfirmed && !(await confirm(QUESTION))) throw new Error('Nothing was erased.');
  const { lines, isComplete } =
    subject.kind === 'consumer'
      ? await eraseConsumer(subject.person, call, TIMEOUT_MS).then((erasure) => ({
          lines: describeErasure(erasure),
          isComplete: erasure.unfinished.length === 0,
        }))
      : await eraseAgent(subject.agent, call, TIMEOUT_MS).then((erasure) => ({
          lines: describeAgentErasure(erasure),
          isComplete: isFinished(erasure),
        }));
  lines.forEach((line) => console.log(line));
  if (!isComplete) process.exitCode = UNFINISHED;
}

async function main(): Promise<void> {
  const options = parseOptions(await readPersonalArguments(process.argv.slice(2), PERSONAL_FLAGS));
  const call = createCallService(process.env);
  await (options.action === 'export' ? runExport(options, call) : runErasure(options, call));
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
