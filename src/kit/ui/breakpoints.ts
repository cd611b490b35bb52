/**
 * Where each width of the window ends, in px (specification §9). antd begins the next one where this ends; the hundredths
 * between the two belong to no whole pixel, so that styles of both never hold at once. Style sheets cannot read these:
 * `styles.test.ts` holds every `@media` to them.
 */
export const ENDS = { xs: 479.98, sm: 575.98, md: 767.98, lg: 991.98, xl: 1199.98, xxl: 1599.98 } as const

/** The width at which a breakpoint's successor begins, a whole number of px. */
export const beginsAfter = (name: keyof typeof ENDS): number => Math.ceil(ENDS[name])

/** The query that holds up to the end of a breakpoint. */
export const upTo = (name: keyof typeof ENDS): string => `(max-width: ${ENDS[name]}px)`

/** The same for antd, whose styles hold them in `@media`. */
export const screenTokens = {
  screenXS: beginsAfter('xs'),
  screenXSMax: ENDS.sm,
  screenSM: beginsAfter('sm'),
  screenSMMax: ENDS.md,
  screenMD: beginsAfter('md'),
  screenMDMax: ENDS.lg,
  screenLG: beginsAfter('lg'),
  screenLGMax: ENDS.xl,
  screenXL: beginsAfter('xl'),
  screenXLMax: ENDS.xxl,
  screenXXL: beginsAfter('xxl'),
}
