import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { claims } from '#finance/reimbursement-bills/contract.ts'
import { attachments } from '#finance/reimbursement-bills/contractAttachments.ts'
import { clientOf } from './support/api.ts'
import { journey, PHONE } from './support/journey.ts'

/** A noisy JPEG, 3000 wide and 2000 high: its left half is red, its right half blue. */
async function landscape(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [3000, 2000]
    const pen = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
    const image = pen.createImageData(3000, 2000)
    for (let at = 0; at < image.data.length; at += 4) {
      const isLeft = (at / 4) % 3000 < 1500
      image.data[at + (isLeft ? 0 : 2)] = 155 + Math.random() * 100
      image.data[at + 3] = 255
    }
    pen.putImageData(image, 0, 0)
    return canvas.toDataURL('image/jpeg', 0.95).replace(/^.*,/, '')
  })
  return Buffer.from(base64, 'base64')
}

/**
 * EXIF data of a phone: orientation 6 (the stored picture must be rotated by 90° clockwise), and a GPS latitude
 * reference.
 */
const EXIF = Buffer.concat([
  Buffer.from('Exif\0\0II*\0\x08\0\0\0\x02\0', 'latin1'),
  Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]),
  Buffer.from([0x25, 0x88, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0]),
  Buffer.from([0, 0, 0, 0, 1, 0]),
  Buffer.from([1, 0, 2, 0, 2, 0, 0, 0, ...Buffer.from('N\0\0\0'), 0, 0, 0, 0]),
])

/** Inserts the EXIF data after the first two bytes of a JPEG. */
function withExif(jpg: Buffer): Buffer {
  const segment = Buffer.from([0xff, 0xe1, 0, EXIF.length + 2])
  return Buffer.concat([jpg.subarray(0, 2), segment, EXIF, jpg.subarray(2)])
}

/** The displayed size of a picture, and its colours near the middle of the top and bottom edges. */
const measurePicture = (page: Page, jpg: Buffer) =>
  page.evaluate(async (base64) => {
    const picture = new Image()
    picture.src = `data:image/jpeg;base64,${base64}`
    await picture.decode()
    const { naturalWidth: width, naturalHeight: height } = picture
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [width, height]
    const pen = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
    pen.drawImage(picture, 0, 0)
    const colour = (y: number) => {
      const [red = 0, , blue = 0] = pen.getImageData(width / 2, y, 1, 1).data
      return red > blue ? 'red' : 'blue'
    }
    return { width, height, top: colour(height * 0.1), bottom: colour(height * 0.9) }
  }, jpg.toString('base64'))

journey(
  "a phone's large photo is stored smaller and upright, without the place where it was taken",
  async ({ page, base, signIn }) => {
    await signIn('agent', '/reimbursement-bill-management')
    const originalPhoto = withExif(await landscape(page))
    assert.deepEqual(await measurePicture(page, originalPhoto), {
      width: 2000,
      height: 3000,
      top: 'red',
      bottom: 'blue',
    })
    await page.getByRole('button', { name: '新建报销单' }).first().click()
    await page.waitForURL(/\/edit$/)
    const id = Number(/(\d+)\/edit$/.exec(page.url())?.[1])
    await page
      .getByLabel('拍照添加一笔：文件')
      .setInputFiles([{ name: 'IMG_2041.JPG', mimeType: 'image/jpeg', buffer: originalPhoto }])
    const photo = page.getByRole('region', { name: '第 1 笔' }).getByRole('img', { name: /IMG_2041/ })
    await photo.waitFor()

    const agent = await clientOf(base, 'agent')
    const [file] = (await agent.call(claims.get, { id })).attachments
    assert.ok(
      file && file.bytes < originalPhoto.length / 2,
      `${file?.bytes} of ${originalPhoto.length} bytes`,
    )
    const { blob } = await agent.download(attachments.get, { id: file.id })
    const storedPhoto = Buffer.from(await blob.arrayBuffer())
    assert.deepEqual(await measurePicture(page, storedPhoto), {
      width: 1333,
      height: 2000,
      top: 'red',
      bottom: 'blue',
    })
    assert.ok(!storedPhoto.includes('Exif'), 'neither where nor which way up: it is drawn upright')
  },
  { viewport: PHONE },
)
