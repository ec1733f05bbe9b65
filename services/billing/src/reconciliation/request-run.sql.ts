/**
 * Requests a run, unless one is not finished yet. $1: id, $2: trigger, $3: administrator, $4: hours to compare; null for
 * the service's own setting.
 */
export const REQUEST_RUN = `
  INSERT INTO reconciliation_runs (id, trigger, requested_by, window_hours) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING`;

/** Requests the scheduled one. Before the first payment there is nothing to compare. $2: minutes between two; $3: seconds that the oldest payment must be old. */
export const REQUEST_SCHEDULED_RUN = `
  INSERT INTO reconciliation_runs (id, trigger)
  SELECT $1, 'schedule'
   WHERE NOT EXISTS (SELECT 1 FROM reconciliation_runs
                      WHERE requested_at > clock_timestamp() - $2 * interval '1 minute' OR finished_at IS NULL)
     AND EXISTS (SELECT 1 FROM purchases WHERE purchased_at < clock_timestamp() - $3 * interval '1 second')
  ON CONFLICT DO NOTHING`;
