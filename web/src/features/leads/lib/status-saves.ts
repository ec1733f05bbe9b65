import type { Disposition } from '@desk/contracts/leads/sold-leads.values';

/** Resolves with the saved version. If it fails, shows why and rejects. */
type SaveStatus = (change: {
  readonly leadId: string;
  readonly version: number;
  readonly disposition: Disposition;
}) => Promise<{ readonly version: number }>;

/** The statuses that were chosen in a list and are not saved yet, by the lead's id. */
export type ChosenStatuses = ReadonlyMap<string, Disposition>;

/**
 * Saves the statuses chosen in a list. Each lead has at most one running save, because a second one would conflict with
 * it. If more statuses are chosen meanwhile, such as with the arrow keys, only the last one is saved afterwards.
 */
export class StatusSaves {
  private chosen: ChosenStatuses = new Map();

  constructor(
    private readonly save: SaveStatus,
    private readonly onChange: (chosen: ChosenStatuses) => void,
  ) {}

  choose(leadId: string, version: number, disposition: Disposition): void {
    const isSaving = this.chosen.has(leadId);
    this.update(new Map([...this.chosen, [leadId, disposition]]));
    if (!isSaving) void this.saveChosen(leadId, version, disposition);
  }

  private async saveChosen(leadId: string, version: number, disposition: Disposition): Promise<void> {
    try {
      const saved = await this.save({ leadId, version, disposition });
      const latest = this.chosen.get(leadId);
      if (latest !== undefined && latest !== disposition) {
        await this.saveChosen(leadId, saved.version, latest);
        return;
      }
    } catch {
      // Dropping the choice shows the saved status again.
    }
    this.update(new Map([...this.chosen].filter(([id]) => id !== leadId)));
  }

  private update(chosen: ChosenStatuses): void {
    this.chosen = chosen;
    this.onChange(chosen);
  }
}
