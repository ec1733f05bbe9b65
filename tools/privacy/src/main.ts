import { readPersonalArguments, readInputLine } from '@desk/service-kit';
import { type CallService, createCallService } from './call-service.js';
import { eraseAgent, isFinished, type AgentErasure } from './erase-agent.js';
import { eraseConsumer, type Erasure } from './erase-consumer.js';
import { exportAgent, exportConsumer } from './export.js';
import { type Options, parseOptions, PERSONAL_FLAGS } from './options.js';
import { writeFile } from 'node:fs/promises';

/** How long to wait for charges and deliveries in progress. */
const TIMEOUT_MS = 30_000;
const UNFINISHED = 3;
/** As a file name: a container's root file system is read-only. */
const STANDARD_OUTPUT = '-';

const QUESTION = 'Erase this person everywhere? This cannot be undone. Type yes: ';

const toText = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

async function runExport({ subject, output }: Options, call: CallService): Promise<void> {
  if (subject.kind === 'consumer') {
    await writeExport(await exportConsumer(subject.person, call), output ?? STANDARD_OUTPUT);
    return;
  }
  const document = await exportAgent(subject.agent, call);
  await writeExport(document, output ?? `agent-${document.id}.json`);
}

async function writeExport(document: object, file: string): Promise<void> {
  if (file === STANDARD_OUTPUT) {
    process.stdout.write(toText(document));
    return;
  }
  // A new file that only its owner can read. One that exists might be readable by others.
  await writeFile(file, toText(document), { mode: 0o600, flag: 'wx' });
  console.log(`Written to ${file}.`);
}

async function runErasure({ subject, isConfirmed }: Options, call: CallService): Promise<void> {
  if (!isConfirmed && (await readInputLine(QUESTION)) !== 'yes') throw new Error('Nothing was erased.');
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

/** Prints what was removed, what is kept, what is still open, and why. */
function describeAgentErasure(erasure: AgentErasure): string[] {
  const { account, buyer, customer, channels } = erasure;
  return [
    `Erased: the account ${account.id} (sign-in, sessions, names, phone, addresses, sign-up answers). Its email address may register again.`,
    ...(buyer.isStopped ? ['Stopped: the agent gets no leads any more. Notes on leads are removed.'] : []),
    ...(customer.isForgotten ? ['Removed: cards, here and at the card provider.'] : []),
    ...(channels.isErased ? ['Removed: addresses of deliveries, and emails about the account.'] : []),
    `Kept: ${customer.payments} payments with their ids at the card provider, and which of ${buyer.soldLeads} leads was bought when, for bookkeeping.`,
    `Kept: that the terms were accepted (${account.acceptedTerms}), and ${account.auditEntries} entries of the audit log: who did what and when, without addresses and values.`,
    'Kept: for up to 60 days, hashes of the email address that limit how often one may try to sign in.',
    'Not in this system: emails already received, and invoices at the card provider.',
    ...(channels.failedLeads > 0
      ? [
          `Neither delivered nor refunded: ${channels.failedLeads} paid leads. Refund them at the card provider.`,
        ]
      : []),
    ...(isFinished(erasure) ? [] : describeUnfinished(erasure)),
  ];
}

function describeUnfinished({ account, buyer, customer, channels }: AgentErasure): string[] {
  const reasons = [
    ...(buyer.isStopped ? [] : ['the running system has not stopped selling to the agent yet']),
    ...(buyer.openOffers + customer.openPurchases > 0
      ? [`${Math.max(buyer.openOffers, customer.openPurchases)} charges have no outcome yet`]
      : []),
    ...(channels.queuedDeliveries > 0
      ? [`${channels.queuedDeliveries} paid leads are still being delivered`]
      : []),
    ...(buyer.isClosed && !customer.isForgotten ? ['the card provider has not removed the cards yet'] : []),
  ];
  return [
    `Unfinished: ${reasons.join('; ') || 'the services are still at work'}. The system finishes by itself. To see when, run the command again with --agent-id ${account.id}.`,
  ];
}

/** Prints what was removed, what is kept, and why. */
function describeErasure({ anonymized, contentsRemoved, consentRecordsKept, unfinished }: Erasure): string[] {
  return [
    `Anonymized: ${anonymized} leads (name, email, phone, ZIP code, notes of agents, search texts, references).`,
    `Removed: the contents of ${contentsRemoved} deliveries.`,
    'Suppressed: this person is not bought again for 365 days. Only hashes of the address and number are kept for this.',
    `Kept: name, phone and proof of consent of ${consentRecordsKept} of these leads, for five years, because the law asks for it.`,
    'Kept: offers and payments, for bookkeeping. They hold ids and amounts, and nothing about the person.',
    'Not in this system: emails that agents have already received.',
    ...(unfinished.length === 0
      ? []
      : [
          `Unfinished: ${unfinished.length} leads are being charged or delivered. Run the command again later.`,
        ]),
  ];
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
