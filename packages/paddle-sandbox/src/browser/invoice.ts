import { formatAmount } from '../money/tax-regions.ts';
import type { Customer, Transaction } from '../shapes.ts';

/** Renders the invoice of a transaction as a PDF with one page. */
export function invoicePdf(transaction: Transaction, customer: Customer | undefined): Buffer {
  const { totals, line_items } = transaction.details;
  const money = (amount: string) => formatAmount(amount, transaction.currency_code);
  const lines = [
    'Invoice (sandbox: no money moved)',
    '',
    `Number: ${transaction.invoice_number ?? ''}`,
    `Date: ${transaction.billed_at?.slice(0, 10) ?? ''}`,
    `For: ${customer?.email ?? ''}`,
    '',
    ...line_items.map((line) => `${line.quantity} x ${line.product.name}: ${money(line.totals.subtotal)}`),
    '',
    `Subtotal: ${money(totals.subtotal)}`,
    `Tax: ${money(totals.tax)}`,
    `Total: ${money(totals.total)}`,
    `Credit: ${money(totals.credit)}`,
    `Paid: ${money(totals.grand_total)}`,
  ];
  return pdfOf(lines);
}

/**
 * Builds a PDF with lines of text in Helvetica (PDF 1.4, ISO 32000: header, objects, cross-reference table, trailer).
 */
function pdfOf(lines: string[]): Buffer {
  const text = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n');
  const stream = `BT /F1 12 Tf 18 TL 56 770 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}

/** Escapes text for a PDF string. Characters outside of the font's encoding become question marks. */
function escaped(line: string): string {
  return [...line]
    .map((sign) => {
      if (sign === '€') return '\\200';
      const code = sign.codePointAt(0) ?? 63;
      if (code > 255) return '?';
      if ('()\\'.includes(sign)) return `\\${sign}`;
      return code < 127 ? sign : `\\${code.toString(8).padStart(3, '0')}`;
    })
    .join('');
}
