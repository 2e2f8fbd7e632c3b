//! The pages of a column of strings.
//!
//! The `parquet` crate accepts strings one by one, and looks each of them up in a hash map. This
//! module is faster because strings are already numbered, and ids are listed in the order of the
//! module.

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

use super::{deltas, runs};

/// The number of cells in a data page.
const PAGE: usize = 1 << 16;

/// The pages of a column chunk, and its metadata for the row group.
pub(super) type Chunk = (Bytes, ColumnCloseResult);

/// The distinct strings of a column, in the format of a dictionary page.
#[derive(Default)]
pub(super) struct Dictionary {
    /// For each string, its length in 4 bytes, followed by its bytes.
    plain: Vec<u8>,
    strings: u32,
}

impl Dictionary {
    /// Adds the string that `append` appends.
    pub(super) fn push(&mut self, append: impl FnOnce(&mut Vec<u8>)) {
        let start = self.plain.len();
        self.plain.extend_from_slice(&[0; 4]);
        append(&mut self.plain);
        let length = (self.plain.len() - start - 4) as u32;
        self.plain[start..start + 4].copy_from_slice(&length.to_le_bytes());
        self.strings += 1;
    }
}

/// Encodes repetitive cells, given as positions in a dictionary.
pub(super) fn repeated(
    dictionary: Dictionary,
    positions: &[u32],
    column: ColumnDescPtr,
    compression: Compression,
) -> Result<Chunk, ParquetError> {
    let mut pages = Pages::new(compression)?;
    let Dictionary { plain, strings } = dictionary;
    pages.write(plain, |buf| Page::DictionaryPage {
        buf,
        num_values: strings,
        encoding: Encoding::PLAIN,
        is_sorted: false,
    })?;
    for cells in positions.chunks(PAGE) {
        let content = runs::encode(cells, strings);
        pages.write_data(content, cells.len(), Encoding::RLE_DICTIONARY)?;
    }
    pages.close(column, positions.len())
}

/// Encodes mostly distinct cells, each appended by `append` for its number.
pub(super) fn listed(
    numbers: &[u32],
    mut append: impl FnMut(u32, &mut Vec<u8>),
    column: ColumnDescPtr,
    compression: Compression,
) -> Result<Chunk, ParquetError> {
    let mut pages = Pages::new(compression)?;
    for cells in numbers.chunks(PAGE) {
        let content = deltas::encode_strings(cells, &mut append);
        pages.write_data(content, cells.len(), Encoding::DELTA_BYTE_ARRAY)?;
    }
    pages.close(column, numbers.len())
}

/// Collects the pages of a chunk.
struct Pages {
    sink: TrackedWrite<Vec<u8>>,
    compression: Compression,
    compressor: Option<Compressor<'static>>,
    uncompressed_size: usize,
    /// The size of the dictionary page, if there is one.
    dictionary: Option<usize>,
    /// The number of data pages, and their encoding.
    data: (i32, Encoding),
}

impl Pages {
    fn new(compression: Compression) -> io::Result<Self> {
        let compressor = match compression {
            Compression::ZSTD(level) => Some(Compressor::new(level.compression_level())?),
            _ => None,
        };
        let sink = TrackedWrite::new(Vec::new());
        let data = (0, Encoding::PLAIN);
        Ok(Self { sink, compression, compressor, uncompressed_size: 0, dictionary: None, data })
    }

    fn write_data(
        &mut self,
        content: Vec<u8>,
        cells: usize,
        encoding: Encoding,
    ) -> Result<(), ParquetError> {
        self.data = (self.data.0 + 1, encoding);
        self.write(content, |buf| Page::DataPage {
            buf,
            num_values: cells as u32,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        })
    }

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
        let page = CompressedPage::new(page(content.into()), size);
        let written = SerializedPageWriter::new(&mut self.sink).write_page(page)?;
        self.uncompressed_size += written.uncompressed_size;
        if written.page_type == PageType::DICTIONARY_PAGE {
            self.dictionary = Some(written.compressed_size);
        }
        Ok(())
    }

    fn close(self, column: ColumnDescPtr, cells: usize) -> Result<Chunk, ParquetError> {
        let of_pages =
            |page_type, encoding, count| PageEncodingStats { page_type, encoding, count };
        let (count, encoding) = self.data;
        let mut encodings = vec![Encoding::RLE, encoding];
        let mut statistics = vec![of_pages(PageType::DATA_PAGE, encoding, count)];
        if self.dictionary.is_some() {
            encodings.push(Encoding::PLAIN);
            statistics.insert(0, of_pages(PageType::DICTIONARY_PAGE, Encoding::PLAIN, 1));
        }
        let size = self.sink.bytes_written();
        let metadata = ColumnChunkMetaData::builder(column)
            .set_compression(self.compression)
            .set_encodings_mask(EncodingMask::new_from_encodings(encodings.iter()))
            .set_page_encoding_stats(statistics)
            .set_total_compressed_size(size as i64)
            .set_total_uncompressed_size(self.uncompressed_size as i64)
            .set_num_values(cells as i64)
            .set_dictionary_page_offset(self.dictionary.map(|_| 0))
            .set_data_page_offset(self.dictionary.unwrap_or(0) as i64)
            .build()?;
        let close = ColumnCloseResult {
            bytes_written: size as u64,
            rows_written: cells as u64,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        Ok((self.sink.into_inner()?.into(), close))
    }
}
