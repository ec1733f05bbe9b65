/**
 * Words with which people in the US control the messages they get (CTIA, and 47 CFR 64.1200(a)(10) for opting out). A
 * message counts only if it is nothing else.
 */
const KEYWORDS = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT'],
  start: ['START', 'YES', 'UNSTOP'],
  help: ['HELP', 'INFO'],
} as const;
export type Keyword = keyof typeof KEYWORDS;

/** Ignores case and punctuation. */
export function readKeyword(body: string): Keyword | undefined {
  const words = body.toUpperCase().split(/[\s\p{P}]+/u);
  const message = words.filter((word) => word !== '').join(' ');
  const entries = Object.entries(KEYWORDS) as [Keyword, readonly string[]][];
  return entries.find(([, keywords]) => keywords.includes(message))?.[0];
}
