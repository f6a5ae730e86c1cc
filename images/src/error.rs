//! Why a file cannot be used as a picture, in sentences for editors.

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureError {
    /// Neither of the accepted formats. The text says what to do about this kind of file.
    NotAPicture(&'static str),
    /// The bytes are of another format than the file's name says.
    WrongExtension {
        name: &'static str,
        bytes: &'static str,
    },
    TooLarge,
    TooManyPixels {
        width: u32,
        height: u32,
    },
    /// A size of zero, or an SVG without a size.
    UnknownSize,
    Truncated,
    /// The header is fine, the data is not.
    Unreadable,
    /// Decoding would need more memory than one picture may use.
    TooMuchMemory,
    Svg(SvgError),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SvgError {
    NotText,
    /// With the message of the XML parser, which has line and column.
    Syntax(String),
    TooLarge,
    TooComplicated,
    /// One that defines entities or attributes, or a second one.
    DocumentType,
    /// A photograph inside the drawing.
    EmbeddedPicture,
    /// A stylesheet that cannot be kept, because it loads something or hides what it does.
    Stylesheet,
    /// What makes the drawing more than a drawing, such as "a script".
    ActiveContent(String),
}

impl PictureError {
    /// For places where a drawing must have none, instead of losing it.
    pub fn active_content(what: String) -> Self {
        Self::Svg(SvgError::ActiveContent(what))
    }

    pub fn message(&self) -> String {
        match self {
            Self::NotAPicture(advice) => (*advice).to_owned(),
            Self::WrongExtension { name, bytes } => format!(
                "The name of this file ends in .{}, but its content is {bytes}. Rename it so that it ends in .{}, \
                 also where it is used.",
                extension(name),
                extension(bytes)
            ),
            Self::TooLarge => "This picture is larger than 12 MB. Save it in a smaller size.".to_owned(),
            Self::TooManyPixels { width, height } => format!(
                "This picture has {width} by {height} pixels. At most 40 million pixels are accepted. Save it in a \
                 smaller size: 1,440 pixels wide is enough."
            ),
            Self::UnknownSize => {
                "The size of this picture cannot be read. Save it again as SVG (with a viewBox), PNG, JPEG or WebP."
                    .to_owned()
            }
            Self::Truncated => "This picture is incomplete: its end is missing. Copy the file again.".to_owned(),
            Self::Unreadable => {
                "This picture is damaged and cannot be shown. Open it in a picture program and save it again as JPEG \
                 or PNG."
                    .to_owned()
            }
            Self::TooMuchMemory => {
                "This picture needs too much memory. Save it as JPEG, or with 8 bits for each colour.".to_owned()
            }
            Self::Svg(error) => error.message(),
        }
    }
}

impl SvgError {
    fn message(&self) -> String {
        match self {
            Self::NotText => "This SVG file is not UTF-8 text. Save it again with the encoding UTF-8.".to_owned(),
            Self::Syntax(error) => {
                format!("This SVG file is not valid XML: {error}. Save it again in a drawing program.")
            }
            Self::TooLarge => "This SVG file is larger than 1 MB. Simplify the drawing, or save it as PNG.".to_owned(),
            Self::TooComplicated => {
                "This drawing has too many parts to be drawn quickly. Simplify it, or save it as PNG.".to_owned()
            }
            Self::DocumentType => {
                "This SVG file defines its own document type, which can hide what it contains. Save it as plain SVG."
                    .to_owned()
            }
            Self::EmbeddedPicture => {
                "This drawing contains a photograph. Use the photograph itself, as JPEG or PNG, or save the whole \
                 drawing as PNG."
                    .to_owned()
            }
            Self::Stylesheet => {
                "The stylesheet of this drawing loads something from elsewhere or uses rules that are not accepted. \
                 Save it as plain SVG."
                    .to_owned()
            }
            Self::ActiveContent(what) => {
                format!("This drawing contains {what}. Only shapes and text are accepted. Save it as plain SVG.")
            }
        }
    }
}

/// Of a format's name.
fn extension(format: &str) -> String {
    if format == "JPEG" { "jpg".to_owned() } else { format.to_ascii_lowercase() }
}

impl From<SvgError> for PictureError {
    fn from(error: SvgError) -> Self {
        Self::Svg(error)
    }
}
