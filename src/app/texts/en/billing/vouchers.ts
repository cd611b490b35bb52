export const vouchers: Record<string, string> = {
  凭证: 'Voucher',
  '删除这个凭证？': 'Remove this voucher?',
  正在上传凭证: 'Uploading vouchers',
  凭证没有全部上传: 'Some vouchers were not uploaded',
  '可选。jpg、png、pdf，每个不超过 10 MB，最多 {n} 个；登记后上传。':
    'Optional. jpg, png or pdf, 10 MB each, {n} at most; uploaded once the payment is entered.',
  '这笔款已登记，不受影响。没有上传成功的凭证可以重新上传，也可以以后在这笔款下面补传。':
    'The money is entered and stands. Vouchers that did not arrive can be uploaded again, now or later under its entry.',
  '打款已登记，不受影响。没有上传成功的凭证可以重新上传，也可以以后在报销单里补传。':
    'The payment is entered and stands. Vouchers that did not arrive can be uploaded again, now or later in the claim.',
  '一笔款最多 {n} 个凭证文件，请先删除不需要的。':
    'A payment has {n} voucher files at most. Remove one that is not needed first.',
  '这张报销单还没有打款，登记打款之后再上传凭证。':
    'This claim is not paid yet. Upload vouchers once the payment is entered.',
}
