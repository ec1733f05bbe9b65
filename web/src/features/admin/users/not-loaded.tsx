/** Stands for a part whose service did not answer. */
export const NotLoaded = ({ what }: { what: string }) => (
  <p className="text-sm text-muted">{what} could not be loaded. Refresh the page to try again.</p>
);
