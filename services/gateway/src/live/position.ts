/** Parses `Last-Event-ID`. Returns null if it is missing or cannot be a sequence number of ours. */
export function parsePosition(lastEventId: string | undefined): number | null {
  if (lastEventId === undefined || !/^\d{1,9}$/.test(lastEventId)) return null;
  return Number(lastEventId);
}
