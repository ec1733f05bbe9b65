/** The statements of a migration. */
export interface MigrationScript {
  readonly name: string;
  /** False if each statement commits by itself. */
  readonly inTransaction: boolean;
  readonly statements: readonly string[];
}

/** SQL of a statement or of one action of an ALTER TABLE: with and without comments. */
interface Clause {
  readonly full: string;
  readonly sql: string;
  readonly inTransaction: boolean;
}
interface Rule {
  readonly problem: string;
  readonly isBroken: (clause: Clause) => boolean;
}

const matching =
  (pattern: RegExp, allowedBy?: RegExp) =>
  ({ sql, full }: Clause): boolean =>
    pattern.test(sql) && !(allowedBy?.test(full) ?? false);

/** Names the release that used it last, so that a reviewer can see that the previous release does not. */
const UNUSED_SINCE = /--\s*unused since \d+\.\d+\.\d+/;
/** States why there are only few rows, or why waiting for them blocks nothing. */
const BOUNDED = /--\s*bounded: \S/;
const CONSTANT_DEFAULT = /DEFAULT (?:'|-?\d|true|false|now\(\)|current_timestamp|ARRAY\[\])/i;

/** For existing tables. */
const tableRules: readonly Rule[] = [
  {
    problem: 'adds a column NOT NULL without a default, but old copies do not write it',
    isBroken: ({ sql }) =>
      /^ADD (?!CONSTRAINT)/i.test(sql) &&
      /NOT NULL/i.test(sql) &&
      !/\b(DEFAULT|GENERATED|(big|small)?serial)\b/i.test(sql),
  },
  {
    problem: 'adds a column that rewrites the table: compute it in a new one and fill it in batches',
    isBroken: ({ sql }) =>
      /^ADD (?!CONSTRAINT)/i.test(sql) &&
      (/\bGENERATED\b|\b(big|small)?serial\b/i.test(sql) ||
        (/\bDEFAULT\b/i.test(sql) && !CONSTANT_DEFAULT.test(sql))),
  },
  {
    problem: 'scans the table: add a CHECK … NOT VALID and validate it later',
    isBroken: matching(/SET NOT NULL/i),
  },
  {
    problem: 'rewrites the table, and old copies use the former type',
    isBroken: matching(/^ALTER (COLUMN )?\S+ (SET DATA )?TYPE\b/i),
  },
  { problem: 'renames what the previous release uses', isBroken: matching(/^RENAME\b/i) },
  {
    problem: "drops a column; name the release that used it last: '-- unused since 1.2.0'",
    isBroken: matching(/^DROP (?!CONSTRAINT|DEFAULT|NOT NULL|EXPRESSION)/i, UNUSED_SINCE),
  },
  {
    problem:
      'validates a constraint while the table is locked: add it NOT VALID and validate it in a later migration',
    isBroken: ({ sql, full }) =>
      /^ADD .*\b(REFERENCES|CHECK)\b/i.test(sql) && !/NOT VALID$/i.test(sql) && !BOUNDED.test(full),
  },
  {
    problem: 'builds an index while the table is locked: build it concurrently and add it USING INDEX',
    isBroken: ({ sql }) => /^ADD .*\b(UNIQUE|PRIMARY KEY|EXCLUDE)\b/i.test(sql) && !/USING INDEX/i.test(sql),
  },
];

/** For whole statements about existing tables. */
const statementRules: readonly Rule[] = [
  {
    problem: 'builds an index while the table is locked: use createIndexConcurrently',
    isBroken: matching(/^CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)/i, BOUNDED),
  },
  {
    problem: "drops a table; name the release that used it last: '-- unused since 1.2.0'",
    isBroken: matching(/^DROP TABLE/i, UNUSED_SINCE),
  },
  {
    problem: "changes rows of an existing table; say why they are few: '-- bounded: …'",
    isBroken: matching(/^(UPDATE|DELETE FROM)\b/i, BOUNDED),
  },
];

/** For every statement. */
const generalRules: readonly Rule[] = [
  {
    problem: 'locks a whole table',
    isBroken: matching(/^(VACUUM|CLUSTER|LOCK|TRUNCATE|REFRESH MATERIALIZED VIEW(?! CONCURRENTLY))\b/i),
  },
  { problem: 'locks a whole table', isBroken: matching(/^REINDEX (?!.*CONCURRENTLY)/i) },
  { problem: 'renames what the previous release uses', isBroken: matching(/^ALTER \w+ .*\bRENAME TO\b/i) },
  {
    problem: 'runs CONCURRENTLY inside a transaction: set transaction = false',
    isBroken: ({ sql, inTransaction }) => inTransaction && /\bCONCURRENTLY\b/i.test(sql),
  },
];

const TABLE_OF_STATEMENT =
  /^(?:ALTER TABLE (?:IF EXISTS )?(?:ONLY )?|CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?(?:\S+ )?ON (?:ONLY )?|DROP TABLE (?:IF EXISTS )?|UPDATE (?:ONLY )?|DELETE FROM (?:ONLY )?)([\w".]+)/i;

const findBroken = (rules: readonly Rule[], clause: Clause): string[] =>
  rules.filter(({ isBroken }) => isBroken(clause)).map(({ problem }) => problem);

/**
 * `createIndexConcurrently` may wait without a limit, because it blocks nothing. Anything else keeps the role's limit.
 */
function findLockTimeouts(statements: readonly string[]): string[] {
  const changes = statements.map((sql, index) => ({ sql, next: statements[index + 1] ?? '' }));
  return changes.some(
    ({ sql, next }) => /^SET (LOCAL |SESSION )?lock_timeout/i.test(sql) && !/\bCONCURRENTLY\b/i.test(next),
  )
    ? ['changes lock_timeout']
    : [];
}

/** Returns what could stop sales or break the previous release while the migration runs. */
export function findMigrationProblems({ name, inTransaction, statements }: MigrationScript): string[] {
  const parts = statements.flatMap(splitStatements);
  const plain = parts.map(stripComments);
  const created = new Set(
    plain.flatMap((sql) => /^CREATE TABLE (?:IF NOT EXISTS )?([\w".]+)/i.exec(sql)?.slice(1) ?? []),
  );
  const problems = parts.flatMap((full, index) => {
    const sql = plain[index] ?? '';
    const clause = { full, sql, inTransaction };
    const table = TABLE_OF_STATEMENT.exec(sql)?.[1];
    if (table === undefined || created.has(table)) return findBroken(generalRules, clause);
    const actions = /^ALTER TABLE/i.test(sql)
      ? splitActions(full.slice(full.indexOf(table) + table.length)).map((action) => ({
          full: action,
          sql: stripComments(action),
          inTransaction,
        }))
      : [];
    return [
      ...findBroken([...generalRules, ...statementRules], clause),
      ...actions.flatMap((action) => findBroken(tableRules, action)),
    ];
  });
  return [...new Set([...problems, ...findLockTimeouts(plain)])].map((problem) => `${name} ${problem}`);
}

/** Tokens in which separators have no meaning: comments, strings, quoted names, function bodies. */
const OPAQUE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$/g;

/** Splits at a separator outside of comments, strings and parentheses. */
function splitAt(sql: string, separator: ';' | ','): string[] {
  const parts: string[] = [];
  let depth = 0;
  let current = '';
  let position = 0;
  const read = (text: string): void => {
    for (const character of text) {
      if (character === '(') depth += 1;
      if (character === ')') depth -= 1;
      if (character === separator && depth === 0) {
        parts.push(current);
        current = '';
      } else current += character;
    }
  };
  for (const match of sql.matchAll(OPAQUE)) {
    read(sql.slice(position, match.index));
    current += match[0];
    position = match.index + match[0].length;
  }
  read(sql.slice(position));
  return [...parts, current].map((part) => part.trim()).filter((part) => stripComments(part) !== '');
}

const stripComments = (sql: string): string =>
  sql
    .replaceAll(OPAQUE, (token) => (token.startsWith('--') || token.startsWith('/*') ? ' ' : token))
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns the statements of a script, with their comments. */
const splitStatements = (sql: string): string[] => splitAt(sql, ';');

/** Returns the actions of `ALTER TABLE name action, action`, with their comments. */
const splitActions = (actions: string): string[] => splitAt(actions, ',');
