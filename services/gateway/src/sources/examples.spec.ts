import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DomainError, type Lead } from '@desk/contracts';
import type { SourceExample } from '../../test/sources/source-example.js';
import { toLead } from '../ingest/to-lead.js';
import { readBody, readForm } from './read-body.js';
import { type ReadPost, readPost, sentAs } from './read-post.js';
import { genericSource } from './any.source.js';
import { recognize, sources } from './sources.js';
import { nameOf } from './unfold.js';

const folder = new URL('../../test/sources/', import.meta.url);
const ids = readdirSync(folder).flatMap((file) => /^(.+)\.examples\.ts$/.exec(file)?.[1] ?? []);
const TODAY = new Date('2026-11-26T12:00:00Z');

const readLead = ({ fields }: ReadPost): Lead =>
  toLead(Object.fromEntries([...fields].map(([field, { value }]) => [field, value])), TODAY);

interface Arrived {
  readonly post: ReadPost;
  readonly notified: readonly string[] | undefined;
}

/** Reads a request by the rules of the tool that it is recognized as, or that the address names. */
async function read(
  { contentType = '', query = '', body = '' }: SourceExample,
  id: string,
): Promise<Arrived> {
  const posted = body === '' ? {} : await readBody(Buffer.from(body), contentType);
  const post = { query: readForm(query), body: posted };
  const recognized = recognize(post);
  const named = sources.find((source) => source.id === id);
  const source = recognized === genericSource && named ? named : recognized;
  const notified = source.readNotification?.(post.body)?.map((lead) => lead.id);
  return { post: readPost(source, post), notified };
}

function findRefused(post: ReadPost): string[] {
  try {
    readLead(post);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.fields.map(({ field }) => sentAs(post, field));
  }
}

for (const id of ids) {
  const { examples } = (await import(new URL(`${id}.examples.ts`, folder).href)) as {
    readonly examples: readonly SourceExample[];
  };
  describe(id, () => {
    it.each(examples.map((example) => [example.name, example] as const))(
      'reads %s',
      async (_name, example) => {
        const { expected } = example;
        const { post, notified } = await read(example, id);
        expect(notified).toEqual('notified' in expected ? expected.notified : undefined);
        if ('notified' in expected) return;
        if ('refused' in expected) {
          expect(findRefused(post).sort()).toEqual([...expected.refused].sort());
          return;
        }
        expect({
          lead: readLead(post),
          conflicts: post.conflicts.map(({ value }) => nameOf(value)),
          extras: Object.fromEntries(post.extras.map(({ name, value }) => [name, value])),
          isTest: post.isTest,
          idempotencyKey: post.idempotencyKey?.split(' ').slice(1).join(' '),
        }).toEqual({
          lead: expected.lead,
          conflicts: [],
          extras: expected.extras,
          isTest: expected.isTest ?? false,
          idempotencyKey: expected.idempotencyKey,
        });
      },
    );
  });
}
