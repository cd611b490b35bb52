import * as z from 'zod'

/** Field schemas that several features share; their `title` is the label in forms, sentences and the API page. */

/** A short text, trimmed, 1 to `max` characters. */
export function line(title: string, max = 64) {
  return z.string().trim().min(1).max(max).meta({ title })
}

/** A text that may be absent; an empty one becomes null. */
export function optionalLine(title: string, max = 64) {
  return z
    .string()
    .trim()
    .max(max)
    .transform((text) => text || null)
    .nullable()
    .meta({ title })
}

/** The sign-in name: 3 to 32 letters, digits, dots, hyphens and underscores. */
export const Username = z
  .string()
  .trim()
  .min(3)
  .max(32)
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]*$/, '用户名只能用字母、数字、点、横线和下划线')
  .meta({ title: '用户名' })

/** Reduces a typed mobile number to its 11 digits: removes spaces, `-` and +86. */
export function normalMobile(text: string): string {
  return text.replace(/[\s-]/g, '').replace(/^(\+|00)86/, '')
}

const MOBILE = /^1[3-9]\d{9}$/

/** A mainland mobile number, stored as 11 digits; a masked one (with `*`) is refused. */
export const Mobile = z
  .string()
  .max(20)
  .transform(normalMobile)
  .refine((text) => MOBILE.test(text), '请输入 11 位手机号')
  .meta({ title: '手机号' })

/** An optional contact that responses mask; a value with `*` is a mask and refused. */
export function maskedLine(title: string, max = 64) {
  return optionalLine(title, max).refine(
    (text) => !text?.includes('*'),
    '{label}含有 *，请填写完整内容，或保持不变',
  )
}

/** 138****8888 */
export function maskMobile(mobile: string | null): string | null {
  return mobile && `${mobile.slice(0, 3)}****${mobile.slice(-4)}`
}

/** Keeps the first and the last character: `w****8`. */
export function maskText(text: string | null): string | null {
  if (!text) return text
  return text.length < 3 ? '****' : `${text[0]}****${text.at(-1)}`
}

/** Keeps the last four digits of a bank card. */
export function maskCard(card: string | null): string | null {
  return card && `**** ${card.slice(-4)}`
}

/** The form in which names are compared: NFKC, without spaces, in lower case. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, '').toLowerCase()
}
