import { describe, expect, it } from '@jest/globals';
import { migrations as accounts } from '../../../services/accounts/src/database/data-source.js';
import { migrations as billing } from '../../../services/billing/src/database/data-source.js';
import { migrations as leadRouter } from '../../../services/lead-router/src/database/data-source.js';
import { migrations as notifier } from '../../../services/notifier/src/database/data-source.js';
import { findMigrationProblems } from '../test/migration-rules.js';
import { recordMigration } from '../test/record-migration.js';

const checked = { accounts, billing, leadRouter, notifier };

describe('a migration', () => {
  it.each(
    Object.entries(checked).flatMap(([service, migrations]) =>
      migrations.map((migration) => [service, migration.name, migration] as const),
    ),
  )('of %s is safe: %s', async (_service, _name, Migration) => {
    expect(findMigrationProblems(await recordMigration(new Migration()))).toEqual([]);
  });
});

const problemsOf = (...statements: string[]): string[] =>
  findMigrationProblems({ name: 'X', inTransaction: true, statements });

describe('refused:', () => {
  it.each([
    ['CREATE INDEX a ON leads (b)', 'builds an index'],
    ['CREATE UNIQUE INDEX IF NOT EXISTS a ON leads (b)', 'builds an index'],
    ['CREATE INDEX ON leads (b)', 'builds an index'],
    ['CREATE INDEX CONCURRENTLY a ON leads (b)', 'transaction = false'],
    ['ALTER TABLE leads ADD COLUMN a text NOT NULL', 'NOT NULL without a default'],
    ['ALTER TABLE leads ADD a text NOT NULL', 'NOT NULL without a default'],
    ['ALTER TABLE leads ADD COLUMN a uuid NOT NULL DEFAULT gen_random_uuid()', 'rewrites the table'],
    ['ALTER TABLE leads ADD COLUMN a uuid DEFAULT gen_random_uuid()', 'rewrites the table'],
    ['ALTER TABLE leads ADD COLUMN a bigserial', 'rewrites the table'],
    ['ALTER TABLE leads ADD COLUMN a text GENERATED ALWAYS AS (upper(b)) STORED', 'rewrites the table'],
    ['ALTER TABLE leads ADD COLUMN a text, ALTER COLUMN b SET NOT NULL', 'scans the table'],
    ['ALTER TABLE leads ALTER COLUMN a TYPE bigint', 'rewrites the table, and old copies'],
    ['ALTER TABLE leads ALTER a SET DATA TYPE bigint', 'rewrites the table, and old copies'],
    ['ALTER TABLE leads RENAME COLUMN a TO b', 'renames'],
    ['ALTER TABLE leads RENAME TO posts', 'renames'],
    ['ALTER INDEX a RENAME TO b', 'renames'],
    ['ALTER TABLE leads DROP COLUMN a', 'drops a column'],
    ['ALTER TABLE leads DROP a', 'drops a column'],
    ['DROP TABLE IF EXISTS leads', 'drops a table'],
    ['ALTER TABLE leads ADD CONSTRAINT a CHECK (b > 0)', 'validates a constraint'],
    ['ALTER TABLE leads ADD CONSTRAINT a FOREIGN KEY (b) REFERENCES c', 'validates a constraint'],
    ['ALTER TABLE leads ADD COLUMN a integer CHECK (a > 0)', 'validates a constraint'],
    ['ALTER TABLE leads ADD COLUMN a uuid REFERENCES b', 'validates a constraint'],
    ['ALTER TABLE leads ADD CONSTRAINT a UNIQUE (b)', 'builds an index'],
    ['ALTER TABLE leads ADD PRIMARY KEY (b)', 'builds an index'],
    ['UPDATE leads SET a = 1', 'changes rows'],
    ['DELETE FROM leads', 'changes rows'],
    ['TRUNCATE leads', 'locks a whole table'],
    ['VACUUM FULL leads', 'locks a whole table'],
    ['REINDEX TABLE leads', 'locks a whole table'],
    ['LOCK TABLE leads', 'locks a whole table'],
    ["SET LOCAL lock_timeout = '5min'", 'changes lock_timeout'],
    ['CREATE TABLE a (b text); CREATE INDEX c ON leads (d)', 'builds an index'],
    ["SELECT ';'; /* ; */ -- ;\n ALTER TABLE leads DROP COLUMN a", 'drops a column'],
  ])('%s', (sql, problem) => {
    expect(problemsOf(sql)).toEqual([expect.stringContaining(problem)]);
  });
});

describe('accepted:', () => {
  it.each([
    'CREATE TABLE a (id uuid PRIMARY KEY, b text NOT NULL CHECK (b > 0)); CREATE UNIQUE INDEX c ON a (b)',
    'CREATE TABLE a (id uuid); CREATE INDEX ON a (id)',
    'CREATE TABLE a (id uuid); ALTER TABLE a ALTER COLUMN id SET NOT NULL; UPDATE a SET id = NULL',
    "ALTER TABLE leads ADD COLUMN a text, ADD COLUMN b boolean NOT NULL DEFAULT false, ADD COLUMN c uuid[] NOT NULL DEFAULT '{}'",
    'ALTER TABLE leads ADD COLUMN a timestamptz NOT NULL DEFAULT now()',
    'ALTER TABLE leads DROP COLUMN a -- unused since 1.2.0',
    'UPDATE leads SET a = 1 -- bounded: leads that wait, some thousands',
    'ALTER TABLE leads ADD CONSTRAINT a CHECK (b IN (1, 2)) NOT VALID',
    'ALTER TABLE leads VALIDATE CONSTRAINT a',
    'ALTER TABLE leads DROP CONSTRAINT IF EXISTS a',
    'ALTER TABLE leads ADD CONSTRAINT a UNIQUE USING INDEX b',
    'CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN UPDATE leads SET a = 1; DELETE FROM leads; END $$ LANGUAGE plpgsql',
  ])('%s', (sql) => {
    expect(problemsOf(sql)).toEqual([]);
  });

  it('an index that is built concurrently outside of a transaction, however long it waits', () => {
    const statements = [
      'SET lock_timeout = 0',
      'CREATE INDEX CONCURRENTLY a ON leads (b)',
      'RESET lock_timeout',
    ];
    expect(findMigrationProblems({ name: 'X', inTransaction: false, statements })).toEqual([]);
  });
});
