import type * as z from 'zod'
import { Month } from '#kit/contract.ts'

interface Def {
  type: string
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  valueType?: z.core.$ZodType
  checks?: readonly { _zod: { def: { params?: { rule?: string }; pattern?: RegExp } } }[]
}

const MONTHS = (Month._zod.def as unknown as Def).checks?.[0]?._zod.def.pattern?.source

/** The fields of an input that contain a day or a month; nested names are joined by dots: `items.onDay`. */
export function dateFieldsOf(schema: z.core.$ZodType, path = ''): string[] {
  const def = schema._zod.def as unknown as Def
  const isDate = def.checks?.some(
    ({ _zod }) => _zod.def.params?.rule === 'day' || _zod.def.pattern?.source === MONTHS,
  )
  if (isDate) return [path]
  const below = (name: string) => (path ? `${path}.${name}` : name)
  const inside = [def.element, def.innerType, def.in, def.out, def.valueType, ...(def.options ?? [])]
  const found = [
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => dateFieldsOf(field, below(name))),
    ...inside.flatMap((one) => (one ? dateFieldsOf(one, path) : [])),
  ]
  return [...new Set(found)]
}
