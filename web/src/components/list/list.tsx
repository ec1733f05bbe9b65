import { Fragment, type ReactNode } from 'react';
import { Page } from '@/components/page/page';
import { ErrorState } from '@/components/page/query-view';
import { Section } from '@/components/page/section';
import { Button } from '@/components/ui/button';
import { DataTable, type Sorting, type WithId } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { CircleCheck, SearchX } from '@/components/ui/icons';
import { capitalize } from '@/lib/capitalize';
import { formatDay, formatTime } from '@/lib/dates';
import type { ChangeView, ListColumns, ListDeclaration } from './define-list';
import type { HeldRows } from './hold-rows';
import { type Paging, toPaging } from './list-paging';
import {
  ALL,
  type ChoiceParam,
  type ListParam,
  type ListParams,
  type OrderOf,
  type ViewOf,
} from './list-params';
import { ListStatus, useFrozenWhilePressed, useTopOfPage } from './list-status';
import { describeNew, summarize } from './list-summary';
import { ListToolbar } from './list-toolbar';
import { useLiveRows } from './use-live-rows';
import { useListState } from './use-list-state';

/** Returns a page that consists of one list. */
export const listPage = <const Params extends ListParams, Data, Row extends WithId>(
  list: ListDeclaration<Params, Data, Row>,
) =>
  function Component() {
    return (
      <Page description={list.description}>
        <List of={list} />
      </Page>
    );
  };

interface ListProps<Params extends ListParams, Data, Row extends WithId> {
  of: ListDeclaration<Params, Data, Row>;
  /** Columns that depend on more than the view, such as on a selection. */
  columns?: (view: ViewOf<Params>, change: ChangeView<Params>) => ListColumns<Params, Row>;
  /** Tools that depend on more than the view. */
  tools?: ListDeclaration<Params, Data, Row>['tools'];
  action?: ReactNode;
  /** Called when another search, filter or order is chosen. */
  onChange?: () => void;
}

/** Returns the cursor of the next page, which every answer with pages has. */
const getNext = (data: unknown): string | null =>
  (data as { readonly next?: string | null } | undefined)?.next ?? null;

/** A list of rows from the server: search, filters, table, pages and all their states. */
export function List<Params extends ListParams, Data, Row extends WithId>({
  of: list,
  columns,
  tools = list.tools,
  action,
  onChange,
}: ListProps<Params, Data, Row>) {
  const { one, many = `${one}s`, params, prefix = '' } = list;
  const state = useListState(params, prefix);
  const { view } = state;
  const query = list.useData(view);
  const change: ChangeView<Params> = (changes, options) => {
    onChange?.();
    state.change(changes, options);
  };
  const toColumns = columns ?? list.columns;
  const label = capitalize(many);
  const getTotal = (from: Data | undefined) => (from === undefined ? undefined : list.total?.(from));
  const getPaging = (from: Data | undefined, isOfOtherPage: boolean) =>
    toPaging({
      label,
      params,
      state,
      total: getTotal(from),
      next: getNext(from),
      isStale: isOfOtherPage,
    });
  const paging = getPaging(query.data, query.isPlaceholderData);
  const live = useLiveRows({
    changes: list.changes ?? [],
    query,
    rows: list.rows,
    hasNextPage: (from) => !getPaging(from, false).isLast,
    view: JSON.stringify(view),
    isFirstPage: paging.isPaged && paging.isFirst,
  });
  const { shown: data, freeze } = useFrozenWhilePressed(query.data);
  const top = useTopOfPage(paging.key);
  const shown = data === undefined ? undefined : live.hold(data);
  const { error, isFetching, isPlaceholderData: isStale } = query;
  const summarizeShown = (current: Data, { rows }: HeldRows<Row>) =>
    list.summary?.(current) ??
    summarize({
      one,
      many,
      rows: rows.length,
      total: getTotal(query.data),
      isTotalMinimum: list.isTotalMinimum?.(current),
      first: paging.firstRow,
      isPart: !paging.isFirst || !paging.isLast,
    });
  const refresh = () => void query.refetch();
  const content = (
    <>
      <ListToolbar
        many={many}
        params={params}
        view={view}
        onChange={change}
        tools={tools?.(view, query.data, change)}
      />
      <div ref={top} tabIndex={-1} className="min-w-0 rounded-card" onPointerDown={freeze}>
        <ListStatus
          status={
            isStale || (data === undefined && error === null)
              ? `Loading ${many}...`
              : data === undefined || shown === undefined
                ? ''
                : `${summarizeShown(data, shown)}, as of ${formatTime(query.dataUpdatedAt)}`
          }
          news={shown === undefined ? null : describeNew({ one, many }, shown)}
          isRefreshing={isFetching}
          onShowNew={live.showNew}
          onRefresh={() => {
            live.showNew();
            refresh();
          }}
        />
        {error === null ? null : (
          <div className="mb-4">
            <ErrorState
              title={`The ${many} could not be loaded.`}
              error={error}
              isRetrying={isFetching}
              onRetry={refresh}
            />
          </div>
        )}
        {data !== undefined && shown?.rows.length === 0 ? (
          <Empty list={list} many={many} view={view} data={data} paging={paging} />
        ) : data !== undefined || error === null ? (
          <DataTable<Row, OrderOf<Params>>
            caption={list.caption?.(view) ?? (list.sorted === undefined ? label : `${label}, ${list.sorted}`)}
            columns={typeof toColumns === 'function' ? toColumns(view, change) : toColumns}
            rows={shown?.rows}
            isStale={isStale}
            minTableWidthPx={list.minTableWidthPx ?? 880}
            {...toSorting(params, view, change)}
          />
        ) : null}
        {data !== undefined || error === null ? paging.pager : null}
      </div>
    </>
  );
  if (list.isSection !== true) return content;
  return (
    <Section id={many} title={label} action={action} className="mt-12 first-of-type:mt-0 md:mt-16">
      {content}
    </Section>
  );
}

function toSorting<Params extends ListParams>(
  params: Params,
  view: ViewOf<Params>,
  change: ChangeView<Params>,
): { sorting?: Sorting<OrderOf<Params>> } {
  for (const [name, param] of Object.entries(params))
    if (param.kind === 'order')
      return {
        sorting: {
          value: view[name] as OrderOf<Params>,
          defaultValue: param.initial as OrderOf<Params>,
          labels: param.labels,
          onChange: (value) => change({ [name]: value } as Partial<ViewOf<Params>>),
        },
      };
  return {};
}

interface ChosenOptionProps {
  param: Pick<ChoiceParam, 'useOptions'>;
  value: string;
}

const ChosenOption = ({ param, value }: ChosenOptionProps) =>
  param.useOptions().find((option) => option.value === value)?.label ?? value;

interface FilterNamesProps {
  filters: readonly (readonly [name: string, param: ListParam])[];
  view: Readonly<Record<string, unknown>>;
}

/** 'Status: Expired, From: Jan 5, 2026' */
const FilterNames = ({ filters, view }: FilterNamesProps) =>
  filters.map(([name, param], index) => {
    const value = (view[name] as string | null) ?? ALL;
    return (
      <Fragment key={name}>
        {index > 0 && ', '}
        {param.kind === 'choice' ? (
          <>
            {param.label}: <ChosenOption param={param} value={value} />
          </>
        ) : (
          `${capitalize(name)}: ${formatDay(value)}`
        )}
      </Fragment>
    );
  });

interface EmptyProps<Params extends ListParams, Data, Row extends WithId> {
  list: ListDeclaration<Params, Data, Row>;
  many: string;
  view: ViewOf<Params>;
  data: Data;
  paging: Paging;
}

/** Says why there are no rows: a page past the last one, nothing that matches, or nothing at all. */
function Empty<Params extends ListParams, Data, Row extends WithId>({
  list: { params, empty },
  many,
  view,
  data,
  paging,
}: EmptyProps<Params, Data, Row>) {
  if (!paging.isFirst)
    return (
      <EmptyState
        title={`No more ${many}`}
        description="You've reached the end of the list."
        action={
          <Button variant="secondary" onClick={paging.toFirst}>
            First page
          </Button>
        }
      />
    );
  const text = typeof empty === 'function' ? empty(view, data) : empty;
  const active = Object.entries(params).filter(
    ([name, { kind, initial }]) =>
      kind !== 'order' && kind !== 'cursor' && kind !== 'page' && view[name] !== initial,
  );
  if (text !== null && (typeof empty === 'function' || active.length === 0))
    return <EmptyState icon={CircleCheck} {...text} />;
  const [search] = active.flatMap(([, param]) => (param.kind === 'search' ? [param] : []));
  const filters = active.filter(([, { kind }]) => kind === 'choice' || kind === 'day');
  return (
    <EmptyState
      icon={SearchX}
      title={`No ${many} match ${active.length === 1 && search ? 'this search' : 'these filters'}`}
      {...(filters.length > 0
        ? { description: <FilterNames filters={filters} view={view} /> }
        : search?.covers !== undefined && { description: search.covers })}
    />
  );
}
