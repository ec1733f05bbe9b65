import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getErrorMessage, hasCode, UNREACHABLE } from '@/lib/api-client';
import { MutationButton } from './mutation-button';
import { Notice } from './notice';

interface ConflictNoticeProps {
  title: string;
  /** What became of the changes. */
  children: ReactNode;
  loadLabel: string;
  /** Loads what was saved elsewhere. */
  onLoad: () => Promise<unknown>;
}

/** Shown with a form whose save was refused because somebody else had saved first. */
export function ConflictNotice({ title, children, loadLabel, onLoad }: ConflictNoticeProps) {
  const load = useMutation({ mutationFn: onLoad });
  return (
    <Notice tone="danger" title={title}>
      <p>{children}</p>
      {load.error === null ? null : (
        <p className="mt-2 font-medium text-danger">{getErrorMessage(load.error, UNREACHABLE)}</p>
      )}
      <MutationButton variant="secondary" className="mt-3" mutation={load} pendingLabel="Loading...">
        {loadLabel}
      </MutationButton>
    </Notice>
  );
}

interface ReloadableFormProps<Data> {
  initial: Data;
  reload: () => Promise<Data>;
  /** Shows a form for `data`. It calls `load` to start over with the current data. */
  children: (data: Data, load: () => Promise<void>) => ReactNode;
}

/** Keeps a form, and what was typed into it, until its user asks for the current data. */
export function ReloadableForm<Data>({ initial, reload, children }: ReloadableFormProps<Data>) {
  const [{ data, loads }, setLoaded] = useState({ data: initial, loads: 0 });
  const load = async () => {
    const current = await reload();
    setLoaded({ data: current, loads: loads + 1 });
  };
  return (
    <div key={loads} data-focus="next" tabIndex={-1} className="outline-none!">
      {children(data, load)}
    </div>
  );
}

/** The notice of a failed save, unless the form shows `SettingsConflict`. */
export const describeSaveFailure = (fallback: string) => (error: unknown) =>
  hasCode(error, 'SETTINGS_CHANGED') ? null : getErrorMessage(error, fallback);

/** Shown with a form whose settings were changed elsewhere since it was loaded. */
export const SettingsConflict = ({ onLoad }: { onLoad: () => Promise<unknown> }) => (
  <ConflictNotice
    title="These settings changed in the meantime"
    loadLabel="Load the current settings"
    onLoad={onLoad}
  >
    Your changes were not saved, but they are still here. The current settings replace them when you load
    them.
  </ConflictNotice>
);
