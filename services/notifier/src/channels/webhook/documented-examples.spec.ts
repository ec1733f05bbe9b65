import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newSale } from '../../../test/fixtures.js';
import { renderWebhookBody } from './webhook-body.js';
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

describe('the example receiver', () => {
  const secret = createSecret();
  const settings = { secret, previous: [] };
  const receiver = spawn(process.execPath, ['--input-type=module', '--eval', toProgram()], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => String((await lines.next()).value);
  let port = '';

  /** The example as it stands, on a free port, with a `saveOnce` that prints what it is given. */
  function toProgram(): string {
    const code = blockOf('js');
    expect(code).toContain('.listen(3000)');
    return `${code.replace('.listen(3000)', ".listen(0, '127.0.0.1', function () { console.log(this.address().port); })")}
      function saveOnce(id, lead) { console.log(JSON.stringify({ id, lead })); }`;
  }

  beforeAll(async () => {
    port = await nextLine();
  }, 60_000);
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
});
