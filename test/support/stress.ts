/** How long and how often the process tests run: short by default, in full with `npm run test:stress`. */
const setting = (name: string, fallback: number): number => Number(process.env[name] ?? fallback)

export const stressSeconds = setting('WW_STRESS_SECONDS', 2)
export const stressKills = setting('WW_STRESS_KILLS', 5)
export const stressMegabytes = setting('WW_STRESS_MEGABYTES', 2)
