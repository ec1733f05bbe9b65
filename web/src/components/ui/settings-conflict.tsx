import { ConflictNotice } from './conflict-notice';

/** Shown with a form whose settings were changed elsewhere since it was loaded. */
export const SettingsConflict = ({ onLoad }: { onLoad: () => Promise<unknown> }) => (
  <ConflictNotice
    title="Somebody changed these settings meanwhile"
    loadLabel="Load the current settings"
    onLoad={onLoad}
  >
    Your changes were not saved, but they are still here. The current settings replace them when you load
    them.
  </ConflictNotice>
);
