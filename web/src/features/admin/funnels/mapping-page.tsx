import type { Mapping, MappingVersion } from '@desk/contracts/leads/held-posts.schemas';
import { MAX_PATHS_OF_FIELD, POST_SAMPLE_MAX } from '@desk/contracts/leads/held-posts.values';
import { useEffect, useRef, useState } from 'react';
import { Link, useBlocker, useSearchParams } from 'react-router';
import { SaveBar } from '@/components/form/save-bar';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { DetailPage, withParam } from '@/components/page/detail-page';
import { QueryError, QueryView } from '@/components/page/query-view';
import { notifyError } from '@/components/toast/toast-store';
import { Badge } from '@/components/ui/badge';
import { Button, PendingButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { describeSaveFailure, ReloadableForm, SettingsConflict } from '@/components/ui/reloadable-form';
import { Skeleton } from '@/components/ui/skeleton';
import { useSubmission } from '@/components/ui/submission';
import { hasCode, type RouteAnswer } from '@/lib/api-client';
import { formatDateTime } from '@/lib/dates';
import { useRefresh, useReload } from '@/lib/use-refresh';
import { rowButton } from '../columns';
import { useEditedQuery, useListQuery } from '../queries';
import { GoesTo } from './goes-to';
import { emptyMapping, findRule, isSameMapping, tidy, toSource } from './mapping-draft';
import { type MappingErrors, MappingRules } from './mapping-rules';
import { ChooseSample, PASTE, type Sample, usePreview } from './mapping-sample';
import { ArrivedValues, LeadReading } from './post-reading';
import { confirmLeaving } from '@/lib/unsaved-text';

interface MappingVersionsProps {
  versions: readonly MappingVersion[];
  onUse: (mapping: Mapping) => void;
}

const MappingVersions = ({ versions, onUse }: MappingVersionsProps) =>
  versions.length === 0 ? (
    <p className="text-muted">Nothing was saved yet.</p>
  ) : (
    <ul className="divide-y divide-line">
      {versions.map(({ version, savedAt, mapping }, index) => (
        <li key={version} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <div className="tabular min-w-0 text-sm">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              Version {version}
              {index === 0 ? <Badge tone="brand">In use</Badge> : null}
            </p>
            <p className="text-muted">Saved {formatDateTime(savedAt)}</p>
          </div>
          <Button
            variant="quiet"
            className={rowButton}
            aria-label={`Use this version: ${version}`}
            onClick={() => onUse(mapping)}
          >
            Use this version
          </Button>
        </li>
      ))}
    </ul>
  );

const validate = async (mapping: Mapping): Promise<MappingErrors> => {
  const [{ fieldErrors }, { mappingSchema }] = await Promise.all([
    import('@/lib/validation'),
    import('@desk/contracts/leads/held-posts.schemas'),
  ]);
  return fieldErrors(mappingSchema, mapping);
};

const useSaveMapping = (funnelId: string) =>
  useRouteMutation('saveMapping', {
    params: { funnelId },
    onSuccess: useRefresh('listHeldPosts', 'getHeldPost'),
    success: { title: 'Mapping saved', description: 'It applies from the next post on.' },
    failure: describeSaveFailure('Failed to save the mapping. Please try again.'),
  });

/** Asks before a link of the app, or the browser, leaves a mapping that would be lost. */
function LeavingUnsaved() {
  useEffect(() => {
    addEventListener('beforeunload', confirmLeaving);
    return () => removeEventListener('beforeunload', confirmLeaving);
  }, []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      description="The mapping is not saved yet, and your changes will be lost."
      confirmLabel="Leave"
      pendingLabel="Leaving..."
      isDestructive
      onConfirm={() => Promise.resolve(blocker.proceed?.())}
    />
  );
}

interface MappingEditorProps {
  funnelId: string;
  mappings: RouteAnswer<'getMappings'>;
  /** Starts over with the versions that are saved now. */
  onLoad: () => Promise<void>;
}

function MappingEditor({ funnelId, mappings, onLoad }: MappingEditorProps) {
  const [params] = useSearchParams();
  // The versions that the editor shows. A refetch must not change them: saving would then overwrite a newer version.
  const [versions, setVersions] = useState<readonly MappingVersion[]>(mappings.versions);
  const saved = versions[0]?.mapping ?? emptyMapping;
  const version = versions[0]?.version ?? 0;
  const [draft, setDraft] = useState(saved);
  const isUnsaved = !isSameMapping(draft, saved);

  const held = useListQuery('listHeldPosts', { query: { status: 'waiting', funnel: funnelId } });
  const posts = held.data?.posts ?? [];
  const [chosen, setChosen] = useState(params.get('post'));
  const [pasted, setPasted] = useState('');
  const sampleId = chosen ?? posts[0]?.id ?? PASTE;
  const isWaitingForPosts = chosen === null && held.isPending;
  const pastedSample: Sample | null =
    pasted.trim() === '' || pasted.length > POST_SAMPLE_MAX ? null : { sample: pasted };
  const sample = isWaitingForPosts ? null : sampleId === PASTE ? pastedSample : { postId: sampleId };
  const { isStale, ...preview } = usePreview(funnelId, draft, sample);

  const save = useSaveMapping(funnelId);
  const [errors, setErrors] = useState<MappingErrors>({});
  const rules = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      rules.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  const change = (changed: Mapping) => {
    setDraft(changed);
    setErrors({});
  };
  const submit = useSubmission();
  const onSave = async () => {
    const mapping = tidy(draft);
    change(mapping);
    const found = await validate(mapping);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const onSuccess = (answer: RouteAnswer<'saveMapping'>) => {
      setVersions(answer.versions);
      // Keeps edits made during the save.
      setDraft((current) => (current === mapping ? (answer.versions[0]?.mapping ?? mapping) : current));
    };
    await save.mutateAsync({ mapping, version }, { onSuccess }).catch(() => undefined);
  };
  const onUnchecked = () =>
    notifyError('The mapping could not be checked. Please check your connection and try again.');

  const emptyText = (
    <p className="text-muted">
      {isWaitingForPosts ? 'Looking for held posts...' : 'Paste a request to see how it is read.'}
    </p>
  );
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      {isUnsaved ? <LeavingUnsaved /> : null}
      <Card title="What arrived" description="Choose where each value goes. The preview follows.">
        <div className="grid min-w-0 gap-5">
          <QueryError query={held} what="the held posts" />
          <ChooseSample
            posts={posts}
            chosen={sampleId}
            onChoose={setChosen}
            pasted={pasted}
            onPaste={setPasted}
          />
          {sample === null ? (
            emptyText
          ) : (
            <QueryView query={preview} what="the preview" skeleton={<Skeleton className="h-64" />}>
              {({ reading, mapping }) => (
                <ArrivedValues
                  values={reading.values}
                  isStale={isStale}
                  goesTo={(value) => (
                    <GoesTo value={value} draft={draft} previewed={mapping} onChange={change} />
                  )}
                />
              )}
            </QueryView>
          )}
        </div>
      </Card>
      <Card title="The lead" description="What the draft makes of the sample.">
        {preview.data === undefined ? (
          <p className="text-muted">The lead appears here once a sample was read.</p>
        ) : (
          <LeadReading reading={preview.data.reading} isStale={isStale} />
        )}
      </Card>
      <Card
        title="Rules"
        description="The values of several names are joined by a space. A field without a rule is found by its usual names."
      >
        <div ref={rules} className="grid gap-6">
          <MappingRules
            draft={draft}
            errors={errors}
            findNames={(field) =>
              (preview.data?.reading.values ?? [])
                .filter((value) => value.field === field && findRule(draft, value) === undefined)
                .slice(0, MAX_PATHS_OF_FIELD)
                .map(toSource)
            }
            onChange={change}
          />
          {errors['rules'] === undefined ? null : <Notice tone="danger">{errors['rules']}</Notice>}
          {hasCode(save.error, 'SETTINGS_CHANGED') ? <SettingsConflict onLoad={onLoad} /> : null}
          {save.isSuccess && !isUnsaved && posts.length > 0 ? (
            <Notice tone="money" title="Posts of this funnel are held">
              <Link to={`/admin/held-posts?funnel=${funnelId}`} className="link">
                Replay the held posts
              </Link>
            </Notice>
          ) : null}
          <SaveBar isUnsaved={isUnsaved}>
            <PendingButton
              isPending={save.isPending}
              pendingLabel="Saving..."
              aria-disabled={!isUnsaved}
              onClick={() => void submit(() => onSave().catch(onUnchecked))}
            >
              {`Save as version ${version + 1}`}
            </PendingButton>
          </SaveBar>
        </div>
      </Card>
      <Card
        title="Versions"
        description="Using an earlier one fills in its rules. Save them to put it in use."
      >
        <MappingVersions versions={versions} onUse={change} />
      </Card>
    </div>
  );
}

function MappingPage({ id }: { id: string }) {
  const params = { funnelId: id };
  const funnel = useEditedQuery('getFunnel', { params });
  const reload = useReload('getMappings', { params });
  return (
    <DetailPage
      query={useEditedQuery('getMappings', { params })}
      noun="mapping"
      back={{ to: `/admin/funnels/${id}`, label: funnel.data?.name ?? 'Funnel' }}
      title={() => 'Mapping'}
      description={() => "Which field each value of a tool's post goes to."}
      skeleton={<Skeleton className="h-[640px]" />}
    >
      {(mappings) => (
        <ReloadableForm initial={mappings} reload={reload}>
          {(loaded, load) => <MappingEditor funnelId={id} mappings={loaded} onLoad={load} />}
        </ReloadableForm>
      )}
    </DetailPage>
  );
}

export const Component = withParam('funnelId', MappingPage);
