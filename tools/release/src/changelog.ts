/** A commit in the form of Conventional Commits. */
export interface Change {
  readonly type: string;
  readonly scope: string | undefined;
  readonly subject: string;
  /** What operators must do first, from a `BREAKING CHANGE:` footer or the subject of a `!` commit. */
  readonly breaking: string | undefined;
}

/** The kinds of changes that people who run or use the product notice, in the order of the changelog. */
const SECTIONS = [
  ['feat', 'Added'],
  ['fix', 'Fixed'],
  ['perf', 'Faster'],
] as const;

/** Returns the change of a commit's message, or undefined if it has another form. */
export function parseChange(message: string): Change | undefined {
  const [header = '', ...body] = message.trim().split('\n');
  const [, type = '', scope, mark, subject = ''] = /^([a-z]+)(?:\(([^)]*)\))?(!)?: (.+)$/.exec(header) ?? [];
  if (type === '') return undefined;
  const [, footer] = /^BREAKING[ -]CHANGE: ([\s\S]+)$/m.exec(body.join('\n')) ?? [];
  const breaking = footer?.replaceAll(/\s+/g, ' ').trim() ?? (mark === '!' ? subject : undefined);
  return { type, scope, subject, breaking };
}

/** Returns the version after `current`: with a zero in front, a breaking change raises the second number. */
export function nextVersion(current: string, changes: readonly Change[]): string {
  const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number);
  const isBreaking = changes.some(({ breaking }) => breaking !== undefined);
  if (isBreaking && major > 0) return `${major + 1}.0.0`;
  if (isBreaking || changes.some(({ type }) => type === 'feat')) return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

const toLine = ({ scope, subject }: Change): string =>
  `- ${scope === undefined ? '' : `**${scope}**: `}${subject}`;

/** Returns the section of one release, as Markdown. */
export function formatRelease(version: string, date: string, changes: readonly Change[]): string {
  const breaking = changes.flatMap((change) =>
    change.breaking === undefined ? [] : [`- ${change.breaking}`],
  );
  const sections = SECTIONS.map(([type, title]) => [
    title,
    changes.filter((change) => change.type === type).map(toLine),
  ]) satisfies [string, string[]][];
  return [['BREAKING: do this first', breaking] as const, ...sections]
    .filter(([, lines]) => lines.length > 0)
    .reduce(
      (text, [title, lines]) => `${text}\n### ${title}\n\n${lines.join('\n')}\n`,
      `## ${version} (${date})\n`,
    );
}

const TITLE = '# Changelog\n';

/** Returns the changelog with a new release at its beginning. */
export const addRelease = (changelog: string, release: string): string =>
  [TITLE, release, changelog.replace(TITLE, '').trim()].filter(Boolean).join('\n').trimEnd().concat('\n');
