/**
 * Where each width of the window ends, in px (specification §9). antd begins the next one at the next whole pixel; no
 * whole pixel is between the two, so styles of both never apply together. Stylesheets cannot read these values:
 * `styles.test.ts` checks every `@media` against them.
 */
export const ENDS = { xs: 479.98, sm: 575.98, md: 767.98, lg: 991.98, xl: 1199.98, xxl: 1599.98 } as const

/** The width at which a breakpoint's successor begins, in whole px. */
export const beginsAfter = (name: keyof typeof ENDS): number => Math.ceil(ENDS[name])

/** The media query up to the end of a breakpoint. */
export const upTo = (name: keyof typeof ENDS): string => `(max-width: ${ENDS[name]}px)`

/** The same as antd's tokens, which antd uses in `@media`. */
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
