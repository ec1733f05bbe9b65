import { type ReactNode, useState } from 'react';

interface ReloadableFormProps<Data> {
  initial: Data;
  /** Reads the current data. */
  reload: () => Promise<Data>;
  /** Shows a form for `data`. It calls `load` to start over with the current data. */
  children: (data: Data, load: () => Promise<void>) => ReactNode;
}

const focus = (element: HTMLElement | null): void => element?.focus();

/** Keeps a form, and what was typed into it, until its user asks for the current data. */
export function ReloadableForm<Data>({ initial, reload, children }: ReloadableFormProps<Data>) {
  const [{ data, loads }, setLoaded] = useState({ data: initial, loads: 0 });
  const load = async () => {
    const current = await reload();
    setLoaded({ data: current, loads: loads + 1 });
  };
  // The button that had the focus is gone with the previous form.
  return (
    <div key={loads} ref={loads === 0 ? null : focus} tabIndex={-1} className="outline-none!">
      {children(data, load)}
    </div>
  );
}
