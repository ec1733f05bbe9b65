import type { Disposition } from '@desk/contracts/leads/sold-leads.values';

/** Resolves with the version that was saved. Rejects if nothing was, and shows why. */
type SaveStatus = (change: {
  readonly leadId: string;
  readonly version: number;
  readonly disposition: Disposition;
}) => Promise<{ readonly version: number }>;

/** The statuses that were chosen in a list and are not saved yet, by the lead's id. */
export type ChosenStatuses = ReadonlyMap<string, Disposition>;

/**
 * Saves the statuses chosen in a list. Of one lead, one save runs at a time, because the second would conflict with the
 * first. Of what is chosen meanwhile, such as with the arrow keys, only the last is saved, on the version just saved.
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
      // The saved status is shown again.
    }
    this.update(new Map([...this.chosen].filter(([id]) => id !== leadId)));
  }

  private update(chosen: ChosenStatuses): void {
    this.chosen = chosen;
    this.onChange(chosen);
  }
}
