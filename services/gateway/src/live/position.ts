/** Where a browser says that it left off; null when it says nothing that can be one of our numbers. */
export function positionOf(lastEventId: string | undefined): number | null {
  if (lastEventId === undefined || !/^\d{1,9}$/.test(lastEventId)) return null;
  return Number(lastEventId);
}
