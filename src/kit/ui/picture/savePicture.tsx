import { withoutMarks } from '#kit/text.ts'
import { svgElement, toSvg } from './draw.tsx'

const MARGIN = 16
const LINE = 20
/** Pixels of the picture per px of the screen, so that it is sharp in print. */
const SHARPNESS = 2

/** Saves a part of the page as a PNG with that name, and a line below it that describes it. */
export async function savePicture(element: Element, fileName: string, note: string): Promise<void> {
  const { left, top, width, height } = element.getBoundingClientRect()
  const size = { width: Math.ceil(width) + 2 * MARGIN, height: Math.ceil(height) + 2 * MARGIN + LINE }
  const picture = svgElement('svg', { ...size, xmlns: 'http://www.w3.org/2000/svg' })
  picture.append(svgElement('rect', { ...size, fill: '#ffffff' }))
  picture.append(...toSvg(element, { left: left - MARGIN, top: top - MARGIN }))
  const font = { 'font-family': getComputedStyle(element).fontFamily, 'font-size': 12, fill: '#646a73' }
  const line = svgElement('text', { ...font, x: MARGIN, y: size.height - MARGIN / 2 })
  line.textContent = withoutMarks(note)
  picture.append(line)
  saveBlob(await rasterize(new XMLSerializer().serializeToString(picture), size), withoutMarks(fileName))
}

async function rasterize(
  drawing: string,
  { width, height }: { width: number; height: number },
): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * SHARPNESS
    canvas.height = height * SHARPNESS
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    if (!blob) throw new Error('the canvas gave no picture')
    return blob
  } finally {
    URL.revokeObjectURL(address)
  }
}

function saveBlob(blob: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}
