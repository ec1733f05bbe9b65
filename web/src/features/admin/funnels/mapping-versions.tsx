import type { Mapping, MappingVersion } from '@desk/contracts/leads/held-posts.schemas';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { formatDateTime } from '@/lib/dates';
import { rowButton } from '../columns';

interface MappingVersionsProps {
  versions: readonly MappingVersion[];
  onUse: (mapping: Mapping) => void;
}

export const MappingVersions = ({ versions, onUse }: MappingVersionsProps) =>
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
