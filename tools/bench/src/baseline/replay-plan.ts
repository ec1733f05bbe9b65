import type { ServiceName } from '@desk/contracts';
import type { Person } from '@desk/tool-workload';
import { identifiersIn } from './identifiers.js';
import type { TraceStep } from './lead-trace.js';

/** The lead that was recorded. */
export interface RecordedLead {
  readonly person: Person;
  readonly steps: readonly TraceStep[];
  /** When the mail server received the lead's email, in milliseconds since the epoch. */
  readonly emailedAt: number;
}

/** What changes from one replay to the next. */
export interface ReplayState {
  readonly person: Person;
  /** Milliseconds from the recording to this replay. */
  readonly elapsedMs: number;
  /** Returns the identifier that replaces a recorded one, always the same within a replay. */
  newIdentifier(recorded: string): string;
  /** Rows that the statements of this replay returned, by the number of the statement. */
  readonly rows: (readonly Readonly<Record<string, unknown>>[])[];
}

type ValueTemplate = (state: ReplayState) => unknown;

export interface PlannedStatement {
  /** Position within the whole plan, from 0. */
  readonly number: number;
  readonly text: string;
  readonly name?: string;
  readonly values: readonly ValueTemplate[];
  /** A replay that finds fewer rows did less work than the recorded lead. */
  readonly minRowCount: number;
}

export interface PlannedStep {
  readonly service: ServiceName;
  readonly isTransaction: boolean;
  readonly statements: readonly PlannedStatement[];
}

export interface ReplayPlan {
  readonly steps: readonly PlannedStep[];
  /** Index of the last step before the lead was accepted, and before its email was sent. */
  readonly acceptedStep: number;
  readonly emailedStep: number;
}

/** Position of a value in an earlier result. */
interface Cell {
  readonly statement: number;
  readonly row: number;
  readonly column: string;
}

/**
 * Turns the recorded steps into a plan that can be replayed for any person.
 *
 * Identifiers that the recorded lead created are replaced by new ones. Identifiers that a statement returned, such as
 * the buyer it chose, are taken from the result of that statement in the replay. Everything else stays as recorded.
 */
export function toReplayPlan(lead: RecordedLead, existingIds: ReadonlySet<string>): ReplayPlan {
  const compiler = new ValueCompiler(lead.person, existingIds);
  let number = 0;
  const steps = lead.steps.map(({ service, isTransaction, statements }) => ({
    service,
    isTransaction,
    statements: statements.map(({ text, name, values, rows, rowCount }) => {
      const planned = {
        number,
        text,
        ...(name === undefined ? {} : { name }),
        values: values.map((value) => compiler.compile(value)),
        minRowCount: rowCount,
      };
      compiler.addResult(number, rows);
      number += 1;
      return planned;
    }),
  }));
  const emailedStep = lead.steps.findLastIndex(({ startedAt }) => startedAt <= lead.emailedAt);
  if (emailedStep < 1) throw new Error('The recorded lead was emailed before it was stored.');
  return { steps, acceptedStep: 0, emailedStep };
}

class ValueCompiler {
  private readonly cells = new Map<string, Cell>();
  private readonly personFields: readonly (readonly [text: string, field: (person: Person) => string])[];
  private readonly created = new Set<string>();

  constructor(
    person: Person,
    private readonly existingIds: ReadonlySet<string>,
  ) {
    const fields = [
      (of: Person) => of.email,
      (of: Person) => `${of.firstName} ${of.lastName}`,
      (of: Person) => of.phone,
    ];
    this.personFields = fields.map((field) => [field(person), field] as const);
  }

  /** Remembers where an identifier was returned first, unless the replay creates it. */
  addResult(statement: number, rows: readonly Readonly<Record<string, unknown>>[]): void {
    for (const [row, cells] of rows.entries())
      for (const [column, value] of Object.entries(cells))
        if (typeof value === 'string' && identifiersIn(value)[0] === value)
          if (!this.created.has(value) && !this.cells.has(value))
            this.cells.set(value, { statement, row, column });
  }

  compile(value: unknown): ValueTemplate {
    if (typeof value === 'string') return this.compileText(value);
    if (value instanceof Date) return ({ elapsedMs }) => new Date(value.getTime() + elapsedMs);
    if (Array.isArray(value)) {
      const templates = value.map((item: unknown) => this.compile(item));
      return (state) => templates.map((template) => template(state));
    }
    if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      const templates = Object.entries(value).map(([key, item]) => [key, this.compile(item)] as const);
      return (state) => Object.fromEntries(templates.map(([key, template]) => [key, template(state)]));
    }
    return () => value;
  }

  private compileText(text: string): ValueTemplate {
    const replacements = new Map<string, (state: ReplayState) => string>(
      this.personFields.map(([recorded, field]) => [recorded, ({ person }) => field(person)]),
    );
    for (const id of identifiersIn(text)) {
      const replacement = this.replacementOf(id);
      if (replacement) replacements.set(id, replacement);
    }
    const parts = splitAt(text, [...replacements.keys()]);
    if (parts.length === 1 && !replacements.has(text)) return () => text;
    return (state) => parts.map((part) => replacements.get(part)?.(state) ?? part).join('');
  }

  /** Returns undefined for an identifier that stays as recorded. */
  private replacementOf(id: string): ((state: ReplayState) => string) | undefined {
    const cell = this.cells.get(id);
    if (cell) return ({ rows }) => String(rows[cell.statement]?.[cell.row]?.[cell.column]);
    if (this.existingIds.has(id)) return undefined;
    this.created.add(id);
    return (state) => state.newIdentifier(id);
  }
}

/** Splits a text so that every occurrence of a separator is a part of its own. */
function splitAt(text: string, separators: readonly string[]): string[] {
  const pattern = separators.map(escapeRegExp).join('|');
  return text.split(new RegExp(`(${pattern})`)).filter((part) => part !== '');
}

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
