/** From posted to the first channel, in milliseconds. Clocks of two machines may differ by a little: never below 0. */
export const FIGURES = `
  SELECT count(*)::int AS leads,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY took) AS "medianMs",
         percentile_cont(0.95) WITHIN GROUP (ORDER BY took) AS "p95Ms"
    FROM (SELECT GREATEST(0, extract(epoch FROM s.delivered_at - l.created_at) * 1000)::float8 AS took
            FROM (SELECT lead_id, delivered_at FROM sold_leads
                   WHERE delivered_at IS NOT NULL AND sold_at > now() - interval '7 days'
                   ORDER BY sold_at DESC LIMIT 1000) s
            JOIN leads l ON l.id = s.lead_id) newest`;
