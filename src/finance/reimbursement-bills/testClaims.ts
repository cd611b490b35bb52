import type { Answer, TestApp } from '#testing/testApp.ts'

/** Minimal bytes of a JPEG; `mark` makes the content unique. */
export const jpg = (mark = '') => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(mark)])

/** JPEG header with the given size: a metadata segment, then the frame. */
export function jpgOf(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xff, 0xc2, 0, 17, 8, 0, 0, 0, 0, 3])
  frame.writeUInt16BE(height, 6)
  frame.writeUInt16BE(width, 8)
  const note = Buffer.from([0xff, 0xe1, 0, 6, 0xff, 0xc0, 0, 0])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), note, frame])
}

/** PNG header with the given size. */
export function pngOf(width: number, height: number): Buffer {
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32BE(width, 0)
  sizes.writeUInt32BE(height, 4)
  const sign = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  return Buffer.concat([sign, Buffer.from('IHDR'), sizes])
}

/** A complete item. */
export const item = (more: object = {}) => ({
  category: 'transport',
  onDay: '2026-05-18',
  amountCents: 12_350,
  target: 'common',
  ...more,
})

/** Helpers for tests of claims, by user. */
export function claimsOf({ as }: Pick<TestApp, 'as'>) {
  const path = '/api/reimbursement-bills'
  const draft = async (who: string, items: object[] = [item()], month = '2026-05') =>
    (await as(who).post(path, { month, title: '五月交通', items })).data
  const read = async (who: string, id: number) => (await as(who).get(`${path}/${id}`)).data
  /** Takes a step with the version that the user currently reads. */
  const step = async (who: string, id: number, verb: string, more: object = {}): Promise<Answer> => {
    const { version } = (await read(who, id)) ?? { version: 1 }
    return as(who).post(`${path}/${id}/${verb}`, { version, ...more })
  }
  const submitted = async (who: string, items?: object[], month?: string): Promise<number> => {
    const { id } = await draft(who, items, month)
    await step(who, id, 'submit')
    return id
  }
  return { path, draft, read, step, submitted }
}

export const PAYMENT = { paidOn: '2026-05-19', voucherNo: 'HD20260519-1' }
