/**
 * Where each width of the window ends, in px (specification §9). antd begins the next one at the next whole pixel; no
 * whole pixel is between the two, so styles of both never apply together. Stylesheets cannot read these values:
 * `styles.test.ts` checks every `@media` against them.
 */
export const BREAKPOINT_ENDS = {
  xs: 479.98,
  sm: 575.98,
  md: 767.98,
  lg: 991.98,
  xl: 1199.98,
  xxl: 1599.98,
} as const

/** The width at which a breakpoint's successor begins, in whole px. */
export const beginsAfter = (name: keyof typeof BREAKPOINT_ENDS): number => Math.ceil(BREAKPOINT_ENDS[name])

/** The media query up to the end of a breakpoint. */
export const mediaUpTo = (name: keyof typeof BREAKPOINT_ENDS): string =>
  `(max-width: ${BREAKPOINT_ENDS[name]}px)`

/** The same as antd's tokens, which antd uses in `@media`. */
export const screenTokens = {
  screenXS: beginsAfter('xs'),
  screenXSMax: BREAKPOINT_ENDS.sm,
  screenSM: beginsAfter('sm'),
  screenSMMax: BREAKPOINT_ENDS.md,
  screenMD: beginsAfter('md'),
  screenMDMax: BREAKPOINT_ENDS.lg,
  screenLG: beginsAfter('lg'),
  screenLGMax: BREAKPOINT_ENDS.xl,
  screenXL: beginsAfter('xl'),
  screenXLMax: BREAKPOINT_ENDS.xxl,
  screenXXL: beginsAfter('xxl'),
}
