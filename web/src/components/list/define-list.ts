import type { AdminChange } from '@desk/contracts/admin/admin-changes.values';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { Column, WithId } from '@/components/ui/data-table';
import type { EmptyState } from '@/components/ui/empty-state';
import type { ListParams, OrderOf, ViewOf } from './list-params';

/** The icon defaults to a check mark. */
type EmptyText = Omit<ComponentProps<typeof EmptyState>, 'action'>;

/** Shows the first page of a changed view. */
export type ChangeView<Params extends ListParams> = (
  changes: Partial<ViewOf<Params>>,
  options?: { readonly replace?: boolean },
) => void;

export type ListColumns<Params extends ListParams, Row> = readonly Column<Row, OrderOf<Params>>[];

/** What distinguishes one list from another. `List` shows it. */
export interface ListDeclaration<Params extends ListParams, Data, Row extends WithId> {
  /** What a row is: 'lead'. */
  readonly one: string;
  /** Plural of `one`. Defaults to `one` with an 's'. */
  readonly many?: string;
  /** Shown under the title of a page that is this list. */
  readonly description?: ReactNode;
  /** How the rows are sorted, in the name that screen readers announce: 'newest first'. */
  readonly sorted?: string;
  /** The whole name that screen readers announce, where it depends on the view. */
  readonly caption?: (view: ViewOf<Params>) => string;
  /** Whether the list is one of several on a page. It has a heading of its own then. */
  readonly isSection?: boolean;
  /** Begins the names of the URL's parameters, so that two lists of a page do not share them: `users_`. */
  readonly prefix?: string;
  /** The parameters of the URL, in the order of their fields above the list. */
  readonly params: Params;
  readonly useData: (view: ViewOf<Params>) => UseQueryResult<Data>;
  /** The list is read again when one of these changes. */
  readonly changes?: readonly AdminChange[];
  readonly rows: (data: Data) => readonly Row[];
  /** The number of matches on all pages, if the server counts them. */
  readonly total?: (data: Data) => number | undefined;
  /** Whether more match than `total` says. */
  readonly isTotalMinimum?: (data: Data) => boolean;
  /** Shown above the list instead of the number of rows. */
  readonly summary?: (data: Data) => string;
  readonly columns:
    | ListColumns<Params, Row>
    | ((view: ViewOf<Params>, change: ChangeView<Params>) => ListColumns<Params, Row>);
  /** Defaults to 880. In narrower containers, each row is shown as a card. */
  readonly minTableWidthPx?: number;
  /** Buttons after the search and the filters. */
  readonly tools?: (view: ViewOf<Params>, data: Data | undefined, change: ChangeView<Params>) => ReactNode;
  /** Shown if there are no rows. Null if a filter may be the reason: the list then says that nothing matches. */
  readonly empty: EmptyText | ((view: ViewOf<Params>, data: Data) => EmptyText | null);
}

export const defineList = <const Params extends ListParams, Data, Row extends WithId>(
  declaration: ListDeclaration<Params, Data, Row>,
): ListDeclaration<Params, Data, Row> => declaration;
