import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newSale } from '../../../test/fixtures.js';
import { renderWebhookBody } from './webhook-channel.js';
import { createSecret, signMessage } from './webhook-secrets.js';

const root = join(import.meta.dirname, '../../../../..');
const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');

/** Returns the first block of code in this language. */
function blockOf(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page) ?? [];
  if (code === undefined) throw new Error(`docs/webhooks.md has no example in ${language}`);
  return code;
}

/** The names of all fields, with those of nested objects after a period. */
const fieldsOf = (value: object, prefix = ''): string[] =>
  Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null ? fieldsOf(inner, `${prefix}${name}.`) : [`${prefix}${name}`],
  );

const body = renderWebhookBody(newSale());

describe('the example message', () => {
  it('has exactly the fields that are sent', () => {
    const example = JSON.parse(blockOf('json')) as object;
    expect(fieldsOf(example)).toEqual(fieldsOf(JSON.parse(body) as object));
  });

  it('has every field of the mapping table', () => {
    const { data } = JSON.parse(body) as { data: Record<string, unknown> };
    const rows = page.slice(page.indexOf('| our field')).split('\n\n')[0]?.split('\n').slice(2) ?? [];
    const mapped = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, field]) => field?.replace('.*', '')),
    );
    expect(mapped.length).toBeGreaterThan(10);
    for (const field of mapped) expect(Object.keys(data)).toContain(field);
  });
});

/** Replaces a text that must be there, so that an example cannot change without its test. */
function replace(code: string, text: string, replacement: string): string {
  expect(code).toContain(text);
  return code.replace(text, replacement);
}

/** An example as a program: prints the port on which it listens, then each lead that it is given. */
interface Receiver {
  readonly language: string;
  readonly isInstalled: boolean;
  readonly start: (env: NodeJS.ProcessEnv) => ChildProcessByStdio<null, Readable, null>;
}

const isInstalled = (command: string): boolean => spawnSync(command, ['--version']).status === 0;
const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv) =>
  spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });

const toJavaScript = (): string =>
  `${replace(blockOf('js'), '.listen(3000)', ".listen(0, '127.0.0.1', function () { console.log(this.address().port); })")}
   function saveOnce(id, lead) { console.log(JSON.stringify({ id, lead })); }`;

const toPython = (): string => {
  const server = 'HTTPServer(("127.0.0.1", 3000), Receiver).serve_forever()';
  const printing = [
    'def save_once(message_id, lead):',
    '    print(json.dumps({"id": message_id, "lead": lead}), flush=True)',
    'server = HTTPServer(("127.0.0.1", 0), Receiver)',
    'print(server.server_port, flush=True)',
    'server.serve_forever()',
  ];
  return replace(blockOf('python'), server, printing.join('\n'));
};

/** PHP's web server cannot pick a free port, and prints leads to its log. A program in front of it translates. */
const PHP_RUNNER = `
  import { spawn } from 'node:child_process';
  import { createServer } from 'node:net';
  const free = createServer().listen(0, '127.0.0.1', () => {
    const { port } = free.address();
    free.close(() => {
      const php = spawn('php', ['-S', '127.0.0.1:' + port, process.env.SCRIPT], { stdio: ['ignore', 'ignore', 'pipe'] });
      process.on('SIGTERM', () => php.kill());
      php.on('exit', () => process.exit());
      php.stderr.on('data', (data) => {
        const text = String(data);
        if (text.includes('started')) console.log(port);
        for (const [, lead] of text.matchAll(/SAVED (.*)/g)) console.log(lead);
      });
    });
  });`;

const toPhp = (): string =>
  `${blockOf('php')}
function save_once($id, $lead) { file_put_contents('php://stderr', 'SAVED ' . json_encode(['id' => $id, 'lead' => $lead]) . "\\n"); }`;

const receivers: readonly Receiver[] = [
  {
    language: 'JavaScript',
    isInstalled: true,
    start: (env) => run(process.execPath, ['--input-type=module', '--eval', toJavaScript()], env),
  },
  {
    language: 'Python',
    isInstalled: isInstalled('python3'),
    start: (env) => run('python3', ['-c', toPython()], env),
  },
  {
    language: 'PHP',
    isInstalled: isInstalled('php'),
    start: (env) => {
      const script = join(mkdtempSync(join(tmpdir(), 'desk-php-')), 'receiver.php');
      writeFileSync(script, toPhp());
      return run(process.execPath, ['--input-type=module', '--eval', PHP_RUNNER], { ...env, SCRIPT: script });
    },
  },
];

it('has a receiver in each language', () => {
  for (const toProgram of [toJavaScript, toPython, toPhp]) expect(toProgram().length).toBeGreaterThan(100);
});

describe.each(receivers.filter((one) => one.isInstalled))(
  'the example receiver in $language',
  ({ start }) => {
    const secret = createSecret();
    const settings = { secret, previous: [] };
    let receiver: ReturnType<Receiver['start']>;
    let lines: AsyncIterator<string>;
    let port = '';
    const nextLine = async (): Promise<string> => String((await lines.next()).value);

    beforeAll(async () => {
      receiver = start({ ...process.env, NODE_OPTIONS: '', WEBHOOK_SECRET: secret });
      lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
      port = await nextLine();
    });
    afterAll(async () => {
      const ended = once(receiver, 'exit');
      receiver.kill();
      await ended;
    });

    const post = async (sent: string, headers: Record<string, string>): Promise<number> => {
      const answer = await fetch(`http://127.0.0.1:${port}/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: sent,
      });
      return answer.status;
    };

    it('accepts what we sign, and reads the lead', async () => {
      const headers = signMessage(settings, { id: 'msg_1', body, now: new Date() });
      expect(await post(body, headers)).toBe(204);
      expect(JSON.parse(await nextLine())).toMatchObject({
        id: 'msg_1',
        lead: { full_name: 'Margaret Ellison', phone: '+15125550142' },
      });
    });

    it('refuses a changed body, another secret, an old message, and one without a signature', async () => {
      const now = new Date();
      const headers = signMessage(settings, { id: 'msg_2', body, now });
      expect(await post(body.replace('Margaret', 'Mallory'), headers)).toBe(400);
      expect(await post(body, { ...headers, 'webhook-id': 'msg_3' })).toBe(400);
      const other = { secret: createSecret(), previous: [] };
      expect(await post(body, signMessage(other, { id: 'msg_2', body, now }))).toBe(400);
      const old = new Date(now.getTime() - 10 * 60_000);
      expect(await post(body, signMessage(settings, { id: 'msg_2', body, now: old }))).toBe(400);
      expect(await post(body, {})).toBe(400);
    });

    it('accepts both secrets while one replaces the other', async () => {
      const validUntil = new Date(Date.now() + 3_600_000).toISOString();
      const rotated = { secret: createSecret(), previous: [{ secret, validUntil }] };
      expect(await post(body, signMessage(rotated, { id: 'msg_4', body, now: new Date() }))).toBe(204);
    });
  },
);
