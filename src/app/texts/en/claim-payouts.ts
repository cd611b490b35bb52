/** Files for the bank: what is kept of them, and how one is dropped. */
export const claimPayouts: Record<string, string> = {
  付款文件: 'Bank file',
  '已在{name} {day} 下载的付款文件 {code} 里；那份没有交给银行的，请先作废它。':
    'It stands in the bank file {code}, which {name} downloaded on {day}. If that one never went to the bank, drop it first.',
  '这份付款文件已经作废。': 'This bank file was dropped already.',
  '这份付款文件里的报销单都已打款，不能作废。':
    'All claims of this bank file were paid. It cannot be dropped.',
  作废付款文件: 'Drop bank file',
  '作废付款文件 {code}': 'Drop the bank file {code}',
  '例如：卡号有误，文件没有上传': 'For example: a wrong card, the file was not sent',
  '只在文件没有交给银行时作废，否则同一笔会付两次。其中未打款的报销单随后可以再导出。':
    'Drop it only if it never went to the bank, or the same is paid twice. Its unpaid claims can then be in another file.',
  '已作废，可以重新下载': 'Dropped; a new one can be downloaded',
  '{code}（{name} {at}）': '{code} ({name}, {at})',
  '{code} 已在付款文件 {file} 里（{name} {at}），不会再放进新的文件。':
    '{code} stands in the bank file {file} ({name}, {at}) and will not be in another one.',
}
