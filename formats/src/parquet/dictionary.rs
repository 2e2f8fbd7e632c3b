//! Columns of strings that repeat: a dictionary page and data pages with positions in it.
//!
//! The crate would look each cell up in a hash map of strings. That each string has a number already makes it faster.

use std::io;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, EncodingMask, PageType};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, PageEncodingStats};
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;
use zstd::bulk::Compressor;

use super::runs;

/// The cells of a data page.
const PAGE: usize = 1 << 16;

/// The strings of a column, each once.
#[derive(Default)]
pub(super) struct Dictionary {
    /// For each string its length, in 4 bytes, and its bytes.
    plain: Vec<u8>,
    strings: u32,
}

impl Dictionary {
    /// Adds the string that `write` appends.
    pub(super) fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let start = self.plain.len();
        self.plain.extend_from_slice(&[0; 4]);
        write(&mut self.plain);
        let length = (self.plain.len() - start - 4) as u32;
        self.plain[start..start + 4].copy_from_slice(&length.to_le_bytes());
        self.strings += 1;
    }

    /// The pages of a column chunk with these cells, given by their positions in the dictionary, and what the row
    /// group says of it.
    pub(super) fn chunk(
        self,
        positions: &[u32],
        column: ColumnDescPtr,
        compression: Compression,
    ) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
        let mut sink = TrackedWrite::new(Vec::new());
        let mut pages = Pages {
            writer: SerializedPageWriter::new(&mut sink),
            compressor: compressor(compression)?,
            uncompressed_size: 0,
            compressed_size: 0,
        };
        let strings = self.strings;
        pages.write(self.plain, |buf| Page::DictionaryPage {
            buf,
            num_values: strings,
            encoding: Encoding::PLAIN,
            is_sorted: false,
        })?;
        let dictionary_size = pages.compressed_size;
        for cells in positions.chunks(PAGE) {
            pages.write(runs::encode(cells, strings), |buf| Page::DataPage {
                buf,
                num_values: cells.len() as u32,
                encoding: Encoding::RLE_DICTIONARY,
                def_level_encoding: Encoding::RLE,
                rep_level_encoding: Encoding::RLE,
                statistics: None,
            })?;
        }
        let of_pages =
            |page_type, encoding, count| PageEncodingStats { page_type, encoding, count };
        let encodings = [Encoding::PLAIN, Encoding::RLE, Encoding::RLE_DICTIONARY];
        let metadata = ColumnChunkMetaData::builder(column)
            .set_compression(compression)
            .set_encodings_mask(EncodingMask::new_from_encodings(encodings.iter()))
            .set_page_encoding_stats(vec![
                of_pages(PageType::DICTIONARY_PAGE, Encoding::PLAIN, 1),
                of_pages(
                    PageType::DATA_PAGE,
                    Encoding::RLE_DICTIONARY,
                    positions.len().div_ceil(PAGE) as i32,
                ),
            ])
            .set_total_compressed_size(pages.compressed_size as i64)
            .set_total_uncompressed_size(pages.uncompressed_size as i64)
            .set_num_values(positions.len() as i64)
            .set_dictionary_page_offset(Some(0))
            .set_data_page_offset(dictionary_size as i64)
            .build()?;
        let close = ColumnCloseResult {
            bytes_written: pages.compressed_size as u64,
            rows_written: positions.len() as u64,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        Ok((sink.into_inner()?.into(), close))
    }
}

fn compressor(compression: Compression) -> io::Result<Option<Compressor<'static>>> {
    match compression {
        Compression::ZSTD(level) => Compressor::new(level.compression_level()).map(Some),
        _ => Ok(None),
    }
}

/// Writes pages, and counts bytes.
struct Pages<'s> {
    writer: SerializedPageWriter<'s, Vec<u8>>,
    compressor: Option<Compressor<'static>>,
    uncompressed_size: usize,
    compressed_size: usize,
}

impl Pages<'_> {
    fn write(
        &mut self,
        content: Vec<u8>,
        page: impl FnOnce(Bytes) -> Page,
    ) -> Result<(), ParquetError> {
        let size = content.len();
        let content = match &mut self.compressor {
            Some(compressor) => compressor.compress(&content)?,
            None => content,
        };
        let written = self.writer.write_page(CompressedPage::new(page(content.into()), size))?;
        self.uncompressed_size += written.uncompressed_size;
        self.compressed_size += written.compressed_size;
        Ok(())
    }
}
