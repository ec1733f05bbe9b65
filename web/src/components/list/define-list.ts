import type { AdminChange } from '@desk/contracts/admin/admin-changes.values';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { Column, WithId } from '@/components/ui/data-table-types';
import type { ListParams, OrderOf, ViewOf } from './list-params';

export interface EmptyText {
  /** Unless it is a check mark. */
  readonly icon?: ComponentType<{ className?: string; strokeWidth?: number; 'aria-hidden'?: boolean }>;
  readonly title: string;
  readonly description: string;
}

/** Shows the first page of a changed view. */
export type ChangeView<Params extends ListParams> = (
  changes: Partial<ViewOf<Params>>,
  options?: { readonly replace?: boolean },
) => void;

export type ListColumns<Params extends ListParams, Row> = readonly Column<Row, OrderOf<Params>>[];

/** What distinguishes one list from another. `List` shows it. */
export interface ListDeclaration<Params extends ListParams, Data, Row extends WithId> {
  /** What it holds: 'lead'. */
  readonly one: string;
  /** Unless it is `one` with an 's'. */
  readonly many?: string;
  /** For a page that is this list. */
  readonly description?: ReactNode;
  /** 'newest first', for the name that screen readers announce. */
  readonly sorted?: string;
  /** That name, where it depends on the view. */
  readonly caption?: (view: ViewOf<Params>) => string;
  /** For a page of several lists: shows a heading. */
  readonly isSection?: boolean;
  /** Begins the names of the URL's parameters, so that two lists of a page do not share them: `users_`. */
  readonly prefix?: string;
  /** The parameters of the URL, in the order of their fields above the list. */
  readonly params: Params;
  readonly useData: (view: ViewOf<Params>) => UseQueryResult<Data>;
  /** What it shows that may change meanwhile. It is read again then. */
  readonly changes?: readonly AdminChange[];
  readonly rows: (data: Data) => readonly Row[];
  /** The number of matches on all pages, if the server counts them. */
  readonly total?: (data: Data) => number;
  /** Said above the list instead of the number of rows. */
  readonly summary?: (data: Data) => string;
  readonly columns:
    | ListColumns<Params, Row>
    | ((view: ViewOf<Params>, change: ChangeView<Params>) => ListColumns<Params, Row>);
  /** Unless it is 880. */
  readonly minTableWidthPx?: number;
  /** Shown if there are no rows. Null if the view leaves some out: then it says that none match. */
  readonly empty: EmptyText | ((view: ViewOf<Params>, data: Data) => EmptyText | null);
}

export const defineList = <const Params extends ListParams, Data, Row extends WithId>(
  declaration: ListDeclaration<Params, Data, Row>,
): ListDeclaration<Params, Data, Row> => declaration;
