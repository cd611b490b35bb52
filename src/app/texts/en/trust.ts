/** What guards the server says. */
export const trust: Record<string, string> = {
  'Idempotency-Key 应是 1–255 个可见的 ASCII 字符。':
    'Idempotency-Key must be 1–255 visible ASCII characters.',
  '这个请求正在处理，请等它完成。': 'This request is being worked on. Please wait for it to finish.',
  '这个 Idempotency-Key 已用于另一个请求，请换一个。':
    'This Idempotency-Key was used for another request. Please use another one.',
  '您的请求太频繁，请 {n} 秒后再试。': 'Too many requests. Please try again in {n} seconds.',
  '请求内容里有重复的字段：{key}': 'The request names a field twice: {key}',
  '请求内容嵌套过深。': 'The request is nested too deeply.',
  '表单内容不完整，文件没有收到，请重新上传。':
    'The form is incomplete and the file did not arrive. Please upload it again.',
  '内容里有无法保存的字符，请删去后再提交。':
    'There are characters that cannot be stored. Please remove them.',
  '同时上传的文件太多，请稍后再试。': 'Too many files are being uploaded. Please try again later.',
}
