import { shiftNames } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'

/** The finished name of a shift by its code. */
export function useShiftName(): (code: string) => string {
  const names: Record<string, string> = shiftNames
  return (code) => t(names[code] ?? code)
}
