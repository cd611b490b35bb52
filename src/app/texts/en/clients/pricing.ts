export const pricing: Record<string, string> = {
  '日均上限要逐档增大，最后一档不设上限': 'Limits have to rise from tier to tier; the last has none',
}
